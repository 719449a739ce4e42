;;; session.el --- What TestEmacs does in Emacs  -*- lexical-binding: t; -*-

;; It opens a file, looks at what the server says of it by Flymake, applies actions, and
;; writes what it saw to $SEEN, a JSON object to a line.

(require 'json)
(add-to-list 'load-path (getenv "CUDALINT_EL"))
(require 'eglot)
(require 'cudalint)

(defun seen (what value)
  (let ((coding-system-for-write 'utf-8-unix)
        (line (concat (json-serialize (list (intern (concat ":" what)) value)) "\n")))
    (write-region (decode-coding-string line 'utf-8) nil (getenv "SEEN") t 'quiet)))

(defun stop-test (why)
  (seen "failed" why)
  (kill-emacs 3))

(defun wait-for (what condition)
  (let ((end (+ (float-time) 20)) result)
    (while (and (not (setq result (funcall condition))) (< (float-time) end))
      (accept-process-output nil 0.05))
    (or result (stop-test (concat "waited in vain for " what)))))

(defvar choose nil "What the title to choose has in it.")
(defvar offered nil "What there was to choose from.")

(defun choose-one (_prompt collection &rest _)
  (setq offered (all-completions "" collection))
  (or (seq-find (lambda (title) (string-search choose title)) offered)
      (stop-test (format "%s is not in %S" choose offered))))
(fset 'completing-read #'choose-one)
(setq eglot-sync-connect 20 eglot-confirm-server-edits nil eglot-confirm-server-initiated-edits nil
      last-nonmenu-event ?x)
(set-default 'eglot-send-changes-idle-time 0)

(find-file "src/scale.cu")
(seen "mode" (symbol-name major-mode))
(apply #'eglot (eglot--guess-contact))
(defvar server (eglot-current-server))
(seen "root" (directory-file-name (expand-file-name (project-root (eglot--project server)))))

(defun findings ()
  (sort (mapcar (lambda (d)
                  (list :line (1- (line-number-at-pos (flymake-diagnostic-beg d)))
                        :text (buffer-substring-no-properties (flymake-diagnostic-beg d) (flymake-diagnostic-end d))
                        :severity (symbol-name (flymake-diagnostic-type d))
                        :message (substring-no-properties (flymake-diagnostic-text d))))
                (flymake-diagnostics))
        (lambda (a b) (< (plist-get a :line) (plist-get b :line)))))

(defvar published 0 "How often findings came.")

(cl-defmethod eglot-handle-notification :after
  (_server (_method (eql textDocument/publishDiagnostics)) &rest _)
  (setq published (1+ published)))

;; Without a command loop the idle timers that send changes do not run.
(defun send-changes ()
  (let ((before published))
    (eglot--signal-textDocument/didChange)
    (wait-for "the findings of a change" (lambda () (> published before)))))

(defun found (n &optional first)
  (wait-for (format "%d findings" n)
            (lambda ()
              (let ((list (findings)))
                (and (= (length list) n)
                     (or (= n 0) (= (plist-get (car list) :line) first))))))
  (vconcat (findings)))

(seen "opened" (found 2 7))

;; Typing above the findings moves them.
(goto-char (point-min))
(forward-line 1)
(insert "// ä 𝄞\n")
(send-changes)
(seen "typed" (found 2 8))

;; What point is on.
(goto-char (point-min))
(search-forward "= hidden")
(goto-char (match-beginning 0))
(forward-char 3)
(seen "hover"
      (plist-get (plist-get (jsonrpc-request server :textDocument/hover
                                             (eglot--TextDocumentPositionParams))
                            :contents)
                 :value))

;; A quick fix, chosen from Eglot's list.
(search-forward "shown")
(backward-char 2)
(setq choose "on this line with // cudalint")
(call-interactively #'eglot-code-actions)
(seen "actions" (vconcat offered))
(send-changes)
(seen "suppressed" (found 1 8))

;; The prices of another GPU.
(setq choose "A100")
(defvar said nil "The last message.")
(advice-add 'message :filter-return (lambda (text) (setq said text)))
(call-interactively #'cudalint-choose-gpu)
(seen "gpus" (vconcat offered))
(seen "message" said)

(cudalint-fix-all)
(send-changes)
(found 0)
(save-buffer)
(let ((process (jsonrpc--process server)))
  (eglot-shutdown server)
  (wait-for "the end of the server" (lambda () (not (process-live-p process))))
  (seen "stopped" t)) ; Eglot may kill it before it has exited
;;; session.el ends here
