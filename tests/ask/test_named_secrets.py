"""What a prompt may not carry: literals that a name or a sentence calls a secret, and files of secrets."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helix_lsp.ask.model.redact import holds_secrets, redact_prompt, withheld
from tests.cli.run import Shell

QUESTION = "where is the session cookie signed with which key?"
PLANTED = {  # what leaked: file, text, secret
    "a key of little entropy": ("cookie.py", 'session_cookie_signing_key = "hunter2hunter2"\n', "hunter2hunter2"),
    "a password in prose": ("docs/cookie.md", "# Session cookie\n\nThe session cookie password is tulip1tulip.\n", "tulip1tulip"),
    "a key in prose": ("docs/signing.md", "# Signing the session cookie\n\nThe session cookie signing key is `rose22rose22`.\n", "rose22rose22"),
    "an INI file": ("conf/cookie.ini", "[session cookie]\ncookie pass = lily33lily\n", "lily33lily"),
    "an environment file": ("conf/prod.env", "SESSION_COOKIE_SIGNING_KEY=iris44iris44\n", "iris44iris44"),
    "variables of Terraform": ("infra/terraform.tfvars", 'session_cookie_signing_key = "daisy55daisy"\n', "daisy55daisy"),
    "a Secret of Kubernetes": (
        "deploy/cookie.yaml",
        "apiVersion: v1\nkind: Secret\nmetadata:\n  name: session-cookie-signing\nstringData:\n  session_cookie_signed_with: peony66peony\n",
        "peony66peony",
    ),
}  # fmt: skip


def test_no_planted_secret_stands_in_a_prompt(tmp_path: Path):
    here = tmp_path / "project"
    for path, text, _ in PLANTED.values():
        (here / path).parent.mkdir(parents=True, exist_ok=True)
        (here / path).write_text(text)
    (here / "signer.py").write_text(
        'class SessionSigner:\n    """Signs the session cookie with the signing key."""\n\n'
        '    def sign_cookie(self, value):\n        """Sign the session cookie."""\n        return value\n'
    )
    shell = Shell(here=here, cache=tmp_path / "cache")
    for question in (
        QUESTION,
        "what is the session cookie signing key?",
        "what is the session cookie password?",
    ):
        sent = shell.run("ask", question, "--preview", "--verbosity", "extended").text
        assert "TOOL_RESULTS" in sent
        assert [name for name, (_, _, secret) in PLANTED.items() if secret in sent] == []


@pytest.mark.parametrize(
    "line",
    [
        'signing_key = "{}"', "SIGNING_KEY='{}'", 'signingKey: "{}",', '{{"token": "{}"}}', 'db.password = "{}"', "cookie pass = {}",
        "api_key: {}", "export TOKEN={}", 'Secret := "{}"', 'connect(password="{}")', "The password is {}.", "The signing key of it is `{}`.",
    ],
)  # fmt: skip
@pytest.mark.parametrize("secret", ["hunter2hunter2", "aaaa1111", "tulip9"])
def test_a_literal_behind_such_a_name_goes_whatever_its_entropy(line: str, secret: str):
    assert secret not in redact_prompt(line.format(secret)).text


@pytest.mark.parametrize(
    "line",
    [
        "key = make_key(seed)", "token = request.token", "password: str | None = None", "def read_key(path: str) -> Key:",
        "The key is written beside the index.", "monkey = 'banana'", "keys = sorted(found)", "password = None", "tokenizer = 'words'",
        "secret: ${SESSION_SECRET}", "The token is read from the environment.", "key_length = 32",
    ],
)  # fmt: skip
def test_what_is_no_literal_of_a_secret_stays(line: str):
    assert redact_prompt(line).text == line


@given(
    st.text(alphabet="aA1_-.:=/'\" \n\\@<", max_size=200),
    st.sampled_from(["key", "a_token", "password is", ""]),
)
def test_a_second_pass_changes_nothing_and_lines_stay(text: str, name: str):
    text = f"{name} {text}"
    once = redact_prompt(text)
    assert redact_prompt(once.text).text == once.text
    assert once.text.count("\n") == text.count("\n")


def test_files_of_secrets_are_known_by_name_or_by_what_they_say():
    held = ("prod.env", "conf/prod.env", "a/terraform.tfvars", "a/prod.auto.tfvars", "x.tfvars.json", ".env")
    shown = (
        "example.env",
        "a/prod.example.env",
        "sample.tfvars",
        ".env.example",
        "environment.tf",
        "env.py",
        "variables.tf",
    )
    assert [path for path in held if not withheld(path)] == []
    assert [path for path in shown if withheld(path)] == []
    secret = b"apiVersion: v1\nkind: Secret\ndata:\n  a: b\n"
    assert holds_secrets("a.yaml", secret)
    assert holds_secrets("a.json", b'{"kind": "Secret", "data": {}}')
    assert not holds_secrets("a.yaml", secret.replace(b"Secret", b"SealedSecret"))
    assert not holds_secrets("a.yaml", secret.replace(b"Secret", b"SecretStore"))
    assert not holds_secrets("a.md", b"```yaml\n" + secret + b"```\n")
