// Written by scripts/generate_vscode.py from helix_lsp/wire/schema; a test compares.

/** The knowledge trees and concept cards of a workspace, and what is wrong with their files. `tree-list.v1` */
export interface TreeList {
  schema: 'tree-list.v1';
  resolver: string;
  digest: string;
  trees: TreeListTree[];
  cards: TreeListCard[];
  problems: string[];
}

export interface TreeListTree {
  id: string;
  label: string;
  path: string;
  version: string;
  root_id: string;
  nodes: number;
  topics: string[];
  matchers: string[];
  weight: number;
  mode: '' | 'root_to_anchor' | 'full_path';
  sha256: string;
}

export interface TreeListCard {
  id: string;
  label: string;
  aliases: string[];
  path: string;
  line: number;
  topics: string[];
  must_include: string[];
}
