package main

import (
	"errors"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/cudalint/cudalint/lint/bounded"
	"github.com/cudalint/cudalint/lint/cache"
	"github.com/cudalint/cudalint/lint/wording"
)

// The environment variables of the results cache.
const (
	cacheDirVar  = "CUDALINT_CACHE_DIR"
	cacheSizeVar = "CUDALINT_CACHE_SIZE"
)

// cacheFlags are the flags of commands that use the results cache.
type cacheFlags struct{ off bool }

func (f *cacheFlags) register(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&f.off, "no-cache", false, "do not use the cache: analyse everything, and store no results")
}

// cacheDir returns the folder of the results cache.
func (c *Command) cacheDir() (string, error) {
	if dir := c.Getenv(cacheDirVar); dir != "" {
		return filepath.Abs(dir)
	}
	if c.UserCacheDir == nil {
		return "", fmt.Errorf("there is no folder for it; name one in %s", cacheDirVar)
	}
	dir, err := c.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("%w; name a folder in %s", err, cacheDirVar)
	}
	return filepath.Join(dir, "cudalint"), nil
}

// cacheLimit returns how many bytes the cache may hold.
func (c *Command) cacheLimit() (int64, error) {
	text := c.Getenv(cacheSizeVar)
	if text == "" {
		return cache.DefaultLimit, nil
	}
	n, err := parseSize(text)
	if err != nil {
		return 0, fmt.Errorf("%s=%w such as 512M or 2G", cacheSizeVar, err)
	}
	return n, nil
}

// openCache returns the results cache. It returns nil if the cache is off or unusable; -v
// prints why, since a run without it is only slower.
func (c *Command) openCache(f *cacheFlags, verbose bool) (*cache.Store, error) {
	limit, err := c.cacheLimit()
	if err != nil || f.off {
		return nil, err
	}
	dir, err := c.cacheDir()
	identity := ""
	if err == nil {
		identity, err = cache.Identity()
	}
	var store *cache.Store
	if err == nil {
		store, err = cache.Open(dir, identity, limit)
	}
	if err != nil && verbose {
		fmt.Fprintf(c.Stderr, "cudalint: results are not cached: %s\n", err)
	}
	if err != nil {
		return nil, nil
	}
	return store, nil
}

// closeCache closes the cache. With -v it prints the hits and misses.
func (c *Command) closeCache(store *cache.Store, verbose bool) {
	if store == nil {
		return
	}
	store.Trim()
	switch hits, misses := store.Used(); {
	case !verbose:
	case misses == 0 && hits > 0: // the run is one cache entry, or several if fixes are applied
		fmt.Fprintln(c.Stderr, "cudalint: everything came from the cache")
	default:
		fmt.Fprintf(c.Stderr, "cudalint: %d of %s of the analysis came from the cache\n", hits, wording.Plural(int(hits+misses), "step"))
	}
}

// cache is the command about the results cache.
func (c *Command) cache() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "cache",
		Short: "Print the folder of cached results and its size",
		Long: `Results are cached in a folder of the user. A file is analysed again only if it, a file
that it includes, the configuration or cudalint has changed. ` + cacheDirVar + ` names
another folder. ` + cacheSizeVar + ` limits its size (default 512M): results that were
not used for the longest time go first.`,
		Args: noCommand,
		RunE: func(*cobra.Command, []string) error {
			dir, err := c.cacheDir()
			if err != nil {
				return err
			}
			limit, err := c.cacheLimit()
			if err != nil {
				return err
			}
			used := cache.Look(dir)
			_, err = fmt.Fprintf(c.Stdout, "folder:  %s\nentries: %d\nsize:    %s of %s\n", dir, used.Entries, bounded.Size(used.Bytes), bounded.Size(limit))
			return err
		},
	}
	cmd.AddCommand(&cobra.Command{
		Use:   "clean",
		Short: "Remove all cached results",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			dir, err := c.cacheDir()
			if err != nil {
				return err
			}
			removed, err := cache.Clean(dir)
			_, failed := fmt.Fprintf(c.Stdout, "removed %d entries, %s, from %s\n", removed.Entries, bounded.Size(removed.Bytes), dir)
			return errors.Join(err, failed)
		},
	})
	return cmd
}
