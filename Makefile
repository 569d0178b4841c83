# Each word builds what is missing first; config/install.py does the work and becomes the program asked for.
PYTHON ?= python3

.DEFAULT_GOAL := help
.PHONY: help play install test check requirements

help: ## say what there is
	@sed -n 's/^\([a-z]*\):.*## /make \1\t/p' Makefile

play: ## run the site on this machine
	@$(PYTHON) -m config.install play

install: ## build the environment alone
	@$(PYTHON) -m config.install install

test: ## run every test on real servers
	@$(PYTHON) -m config.install test $(ARGS)

check: ## lint, types, arrows, migrations, deployment
	@$(PYTHON) -m config.install check

requirements: ## pin the packages of pyproject.toml anew
	@.venv/bin/uv pip compile pyproject.toml --upgrade -q -o requirements.txt $(PIN)
	@.venv/bin/uv pip compile pyproject.toml --upgrade -q -o requirements-dev.txt --group dev $(PIN)

PIN = --universal --python-version 3.11 --generate-hashes --no-header --no-annotate
