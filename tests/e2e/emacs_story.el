;;; emacs_story.el --- eglot, as a user without anything of ours  -*- lexical-binding: t -*-
;; Run by tests/e2e/test_emacs.py:  emacs -Q --batch -l emacs_story.el     exit code 0: all passed
;; Environment: HELIX_PYTHON (interpreter with helix_lsp), HELIX_PROJECT (tests/e2e/story_project.py).
;; eglot takes any of the three encodings (we take utf-8) and diagnostics only as they are pushed.
(require 'cl-lib)
(require 'eglot)
(require 'flymake)
(require 'xref)

(defvar story-failed 0)
(setq eglot-sync-connect 240
      jsonrpc-default-request-timeout 240
      eglot-autoshutdown nil
      inhibit-message nil)
(define-derived-mode story-mode text-mode "story")
(add-to-list 'auto-mode-alist '("\\.md\\'" . story-mode))
(add-to-list 'eglot-server-programs
             `((story-mode :language-id "markdown") . (,(getenv "HELIX_PYTHON") "-m" "helix_lsp" "serve" "--test-hooks")))

(defmacro story-check (name &rest body)
  "Run BODY; its last value must be non-nil."
  `(let ((start (float-time)))
     (condition-case err
         (progn (cl-assert (progn ,@body)) (message "ok - %s (%.0f ms)" ,name (* 1000 (- (float-time) start))))
       (error (cl-incf story-failed) (message "not ok - %s %S" ,name err)))))

(defun story-wait (what condition)
  "CONDITION's first value that is not nil; the server's messages are read meanwhile."
  (let ((end (+ (float-time) 240)) found)
    (while (not (setq found (funcall condition)))
      (when (> (float-time) end) (error "timeout: %s" what))
      (accept-process-output nil 0.05))
    found))

(defun story-at (text)
  "Point in the middle of the first TEXT."
  (goto-char (point-min))
  (search-forward text)
  (backward-char 2))

(defun story-hover (server)
  (format "%S" (jsonrpc-request server :textDocument/hover (eglot--TextDocumentPositionParams))))

(let* ((project (file-name-as-directory (getenv "HELIX_PROJECT")))
       (process nil))
  (setq project-find-functions (list (lambda (_) (cons 'transient project))))
  (find-file (expand-file-name "docs/letters.md" project))
  (apply #'eglot (eglot--guess-contact))
  (let ((server (story-wait "connection" #'eglot-current-server)))
    (setq process (jsonrpc--process server))
    (message "# Emacs %s, encoding %s" emacs-version (plist-get (eglot--capabilities server) :positionEncoding))
    (story-check "the index becomes ready"
      (story-wait "index"
        (lambda () (eq t (plist-get (plist-get (jsonrpc-request server :helix/status nil) :index) :fresh)))))
    (story-check "hover shows the definition and where it stands"
      (story-at "MailQueue.take")
      (let ((text (story-hover server)))
        (and (string-match-p "take(self, limit)" text) (string-match-p "mail/queue.py" text))))
    (story-check "definition is the name in the code"
      (story-at "MailQueue.take")
      (let* ((item (car (xref-backend-definitions 'eglot (xref-backend-identifier-at-point 'eglot))))
             (marker (xref-location-marker (xref-item-location item))))
        (with-current-buffer (marker-buffer marker)
          (goto-char marker)
          (and (string-suffix-p "mail/queue.py" (buffer-file-name)) (looking-at-p "take(self")))))
    (story-check "edits with wide characters leave the server with this text"
      (goto-char (point-min))
      (insert "é😀 𝒙 new\n\n")
      (search-forward "Letters")
      (insert "XX😀")
      (delete-char -2)
      (eglot--signal-textDocument/didChange)
      (equal (buffer-string)
             (plist-get (jsonrpc-request server :helix/test/text (list :textDocument (eglot--TextDocumentIdentifier))) :text)))
    (story-check "hover after them is in the same place"
      (story-at "MailQueue.take")
      (string-match-p "take(self, limit)" (story-hover server)))
    (story-check "the stale name is marked, with the characters before it counted right"
      (story-wait "the mark on the name"  ; one pushed before the edit may come first
        (lambda ()
          (let ((mark (car (flymake-diagnostics))))
            (and mark
                 (equal "MailQueue.send_waiting"
                        (string-trim (buffer-substring (flymake-diagnostic-beg mark) (flymake-diagnostic-end mark)) "`" "`")))))))
    (story-check "a question with two meanings asks which"
      (let* ((answer (jsonrpc-request server :helix/ask '(:question "what does drain do?") :timeout 240))
             (options (plist-get (plist-get answer :clarify) :options)))
        (message "# %s" (plist-get answer :answer))
        (and (equal "clarify" (plist-get answer :mode)) (>= (length options) 2)
             (let* ((chosen (aref options 1))
                    (again (jsonrpc-request
                            server :helix/ask
                            (list :question "what does drain do?"
                                  :clarify (list :token (plist-get (plist-get answer :clarify) :token) :optionId (plist-get chosen :id)))
                            :timeout 240)))
               (message "# %s" (plist-get again :answer))
               (and (equal "repo_grounded" (plist-get again :mode)) (string-match-p "newest first" (plist-get again :answer)))))))
    (story-check "the fix puts the new name in"
      (story-at "MailQueue.send_waiting")
      (let ((fix (cl-find-if (lambda (action) (string-match-p "drain" (plist-get action :title)))
                             (eglot-code-actions (line-beginning-position) (line-end-position) "quickfix"))))
        (unless (plist-get fix :edit) (setq fix (jsonrpc-request server :codeAction/resolve fix)))
        (eglot--apply-workspace-edit (plist-get fix :edit) nil)
        (eglot--signal-textDocument/didChange)
        (string-match-p "Call `MailQueue.drain` to empty it" (buffer-string))))
    (story-check "the mark goes with it"
      (story-wait "no diagnostics" (lambda () (null (flymake-diagnostics)))))
    (set-buffer-modified-p nil)
    (story-check "quits, and the process is gone"
      (eglot-shutdown server nil 60)
      (story-wait "end of the process" (lambda () (not (process-live-p process)))))))
(message "# %d failed" story-failed)
(kill-emacs (if (zerop story-failed) 0 1))
;;; emacs_story.el ends here
