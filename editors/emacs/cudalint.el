;;; cudalint.el --- Find costly memory accesses in CUDA C++  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0
;; Package-Requires: ((emacs "28.1"))
;; Keywords: languages, tools, c

;;; Commentary:

;; cudalint is a linter for CUDA C++ with a language server, `cudalint lsp'.  This file
;; tells Eglot and lsp-mode of it, and has a Flymake backend for buffers in which Eglot
;; runs clangd, as Eglot has one server for a buffer:
;;
;;   (require 'cudalint)
;;   (add-hook 'cudalint-cuda-mode-hook #'eglot-ensure)
;;
;; .cu and .cuh files are opened in `cudalint-cuda-mode', which is `c++-mode' by another
;; name, so that other C++ files keep their server.  Where `cuda-mode' or `cuda-ts-mode'
;; is installed and opens these files, it is left at that, and its hook is the one to use.

;; Install the program first: uv tool install cudalint, or pip install cudalint.

;;; Code:

(require 'cc-mode)
(require 'flymake)
(require 'json)
(require 'seq)

(defgroup cudalint nil
  "Find costly memory accesses in CUDA C++."
  :group 'tools
  :prefix "cudalint-")

(defcustom cudalint-executable "cudalint"
  "The program, or the path of it."
  :type 'string)

(defcustom cudalint-settings nil
  "What the server is told, as a property list.
The keys are those of editors/README.md without \"cudalint.\":
\(:gpu \"A100\" :inlayHints (:sectors :json-false))."
  :type 'plist)

;;;###autoload
(define-derived-mode cudalint-cuda-mode c++-mode "CUDA"
  "Major mode for CUDA C++: `c++-mode' by a name that language servers tell apart."
  (font-lock-add-keywords
   nil `((,(regexp-opt '("__global__" "__device__" "__host__" "__constant__" "__shared__"
                         "__managed__" "__restrict__" "__launch_bounds__" "__grid_constant__"
                         "__forceinline__" "__noinline__")
                       'symbols)
          . font-lock-keyword-face))))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.\\(?:cuh?\\|cu\\.cc\\)\\'" . cudalint-cuda-mode) t)

(defconst cudalint--modes '(cudalint-cuda-mode cuda-mode cuda-ts-mode)
  "Major modes of CUDA files.")

(defun cudalint--command ()
  "Return the command of the language server."
  (list cudalint-executable "lsp"))

;;; Eglot

(defvar eglot-server-programs)
(declare-function eglot-current-server "ext:eglot")
(declare-function eglot-code-actions "ext:eglot")
(declare-function jsonrpc-request "jsonrpc")

(defun cudalint--eglot-contact (&rest _)
  "Return what Eglot starts: the server, with `cudalint-settings'."
  (append (cudalint--command)
          (and cudalint-settings (list :initializationOptions cudalint-settings))))

(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs
               `(,(mapcar (lambda (mode) (list mode :language-id "cuda")) cudalint--modes)
                 . cudalint--eglot-contact)))

;;; lsp-mode, where the server runs beside clangd

(defvar lsp-language-id-configuration)
(declare-function lsp-register-client "ext:lsp-mode")
(declare-function make-lsp-client "ext:lsp-mode")
(declare-function lsp-stdio-connection "ext:lsp-mode")
(declare-function lsp-activate-on "ext:lsp-mode")
(declare-function lsp-request "ext:lsp-mode")
(declare-function lsp-find-workspace "ext:lsp-mode")

(with-eval-after-load 'lsp-mode
  (dolist (mode cudalint--modes)
    (add-to-list 'lsp-language-id-configuration (cons mode "cuda")))
  (lsp-register-client
   (make-lsp-client :new-connection (lsp-stdio-connection #'cudalint--command)
                    :activation-fn (lsp-activate-on "cuda")
                    :initialization-options (lambda () (or cudalint-settings (make-hash-table)))
                    :add-on? t
                    :server-id 'cudalint)))

;;; Commands

(defvar lsp--cur-workspace)

(defun cudalint--execute (command &rest arguments)
  "Have the server of this buffer run COMMAND with ARGUMENTS and return its answer.
Objects in it are property lists."
  (let ((params (list :command command :arguments (vconcat arguments)))
        (eglot (and (fboundp 'eglot-current-server) (eglot-current-server))))
    (if eglot
        (jsonrpc-request eglot :workspace/executeCommand params)
      (let ((lsp--cur-workspace (and (fboundp 'lsp-find-workspace)
                                     (lsp-find-workspace 'cudalint buffer-file-name))))
        (unless lsp--cur-workspace
          (user-error "The language server of cudalint does not run for this buffer"))
        (cudalint--plist (lsp-request "workspace/executeCommand" params))))))

(defun cudalint--plist (value)
  "Return VALUE with the hash tables in it made property lists."
  (cond ((hash-table-p value)
         (let (plist)
           (maphash (lambda (key item)
                      (setq plist (plist-put plist (intern (concat ":" key))
                                             (cudalint--plist item))))
                    value)
           plist))
        ((vectorp value) (vconcat (mapcar #'cudalint--plist value)))
        (t value)))

;;;###autoload
(defun cudalint-choose-gpu (name)
  "Take the prices of the GPU NAME, an empty one for what is configured."
  (interactive
   (let* ((answer (cudalint--execute "cudalint.gpus"))
          (names (seq-mapcat (lambda (gpu)
                               (cons (plist-get gpu :name)
                                     (append (plist-get gpu :products)
                                             (plist-get gpu :others) nil)))
                             (plist-get answer :gpus))))
     (list (completing-read "GPU that prices are for (empty: as configured): " names))))
  (message "cudalint: prices are for %s" (cudalint--execute "cudalint.chooseGpu" name)))

;;;###autoload
(defun cudalint-fix-all ()
  "Apply all safe fixes of this file, as `cudalint check --fix' does."
  (interactive)
  (if (and (fboundp 'eglot-current-server) (eglot-current-server))
      (eglot-code-actions (point-min) (point-max) "source.fixAll.cudalint" t)
    (user-error "The language server of cudalint does not run for this buffer by Eglot")))

;;; Flymake without a server

(defvar-local cudalint--process nil
  "The run of cudalint whose findings are waited for.")

(defun cudalint--folder ()
  "Return the folder that this buffer is checked in."
  (if buffer-file-name (file-name-directory buffer-file-name) default-directory))

(defun cudalint--diagnostics (finding source)
  "Return a list of the Flymake diagnostic of FINDING, of cudalint's JSON format.
It is empty if the finding is not in the buffer SOURCE, but in a header."
  (let-alist finding
    (with-current-buffer source
      (save-restriction
        (widen)
        (and (or (not buffer-file-name)
                 (file-equal-p (expand-file-name .path (cudalint--folder)) buffer-file-name))
             (list (flymake-make-diagnostic
                    source
                    (or (byte-to-position (1+ .range.start.offset)) (point-min))
                    (or (byte-to-position (1+ .range.end.offset)) (point-max))
                    (pcase .severity ("error" :error) ("warning" :warning) (_ :note))
                    (format "%s [%s]" .message .rule))))))))

(defun cudalint-flymake (report &rest _)
  "A Flymake backend that runs `cudalint check' and calls REPORT with its findings."
  (unless (executable-find cudalint-executable)
    (error "Cannot find %s; install it or set `cudalint-executable'" cudalint-executable))
  (when (process-live-p cudalint--process)
    (kill-process cudalint--process))
  (let ((source (current-buffer))
        (default-directory (cudalint--folder)) ; Eglot binds another
        (gpu (plist-get cudalint-settings :gpu))
        (coding-system-for-write 'utf-8-unix)
        (coding-system-for-read 'utf-8-unix))
    (setq cudalint--process
          (make-process
           :name "cudalint-flymake" :noquery t :connection-type 'pipe
           :buffer (generate-new-buffer " *cudalint*")
           :stderr (get-buffer-create " *cudalint errors*")
           :command `(,cudalint-executable "check" "--output-format" "json" "--exit-zero" "--quiet"
                      ,@(and gpu (list "--gpu" gpu))
                      "--stdin-filename" ,(file-local-name (or buffer-file-name "stdin.cu")) "-")
           :sentinel
           (lambda (process _event)
             (when (memq (process-status process) '(exit signal))
               (unwind-protect
                   (when (and (buffer-live-p source)
                              (eq process (buffer-local-value 'cudalint--process source)))
                     (cudalint--report process source report))
                 (kill-buffer (process-buffer process)))))))
    (save-restriction
      (widen)
      (process-send-region cudalint--process (point-min) (point-max)))
    (process-send-eof cudalint--process)))

(defun cudalint--report (process source report)
  "Call REPORT with the findings in SOURCE that PROCESS printed."
  (with-current-buffer (process-buffer process)
    (goto-char (point-min))
    (condition-case err
        (let-alist (json-parse-buffer :object-type 'alist :array-type 'list
                                      :null-object nil :false-object nil)
          (funcall report
                   (mapcan (lambda (finding) (cudalint--diagnostics finding source))
                           .findings)))
      (error (funcall report :panic :explanation (error-message-string err))))))

;;;###autoload
(defun cudalint-flymake-setup ()
  "Have Flymake run `cudalint check' in this buffer, beside the server of Eglot:
\(add-hook \\='eglot-managed-mode-hook #\\='cudalint-flymake-setup)."
  (when (derived-mode-p 'c++-mode 'c-mode 'c-ts-base-mode 'cuda-ts-mode)
    (add-hook 'flymake-diagnostic-functions #'cudalint-flymake nil t)
    (flymake-mode 1)
    (flymake-start)))

(provide 'cudalint)
;;; cudalint.el ends here

