// An address of a cited place that stays right: of a host that is known here, for the commit that holds the bytes. Nothing is asked of the host.

import type { RangeRef } from '../wire';

/** Where a clone came from: without user, password or port. */
export interface Remote { readonly host: string; readonly path: string }

const SSH = /^(?:[\w.-]+@)?([\w.-]+):(?!\/\/)([^\s:?#]+)$/, URL_LIKE = /^(?:https?|ssh|git):\/\/(?:[^\s/@]*@)?([\w.-]+)(?::\d+)?\/([^\s?#]+)$/;

/** The address that git has for a remote, as host and path; nothing for a folder or for what is no address. */
export function remoteOf(url: string): Remote | undefined {
  const found = URL_LIKE.exec(url) ?? SSH.exec(url);
  const path = found?.[2]?.replace(/\/+$/, '').replace(/\.git$/, '');
  return found?.[1] && path && path.includes('/') ? { host: found[1].toLowerCase(), path } : undefined;
}

type Form = (commit: string, path: string, first: number, last: number) => string;
const FORMS = new Map<string, Form>(Object.entries({
  'github.com': (commit, path, first, last) => `blob/${commit}/${path}#L${first}${last > first ? `-L${last}` : ''}`,
  'gitlab.com': (commit, path, first, last) => `-/blob/${commit}/${path}#L${first}${last > first ? `-${last}` : ''}`,
  'codeberg.org': (commit, path, first, last) => `src/commit/${commit}/${path}#L${first}${last > first ? `-L${last}` : ''}`,
  'bitbucket.org': (commit, path, first, last) => `src/${commit}/${path}#lines-${first}${last > first ? `:${last}` : ''}`,
}));

/** `below` is the folder of the workspace in its repository. Nothing for a host that is not known, or bytes that no commit has. */
export function permalink(remote: Remote | undefined, ref: RangeRef, below = ''): string | undefined {
  const form = remote && FORMS.get(remote.host);
  if (!form || !ref.commit) return undefined;
  const parts = [...below.split('/'), ...ref.path.split('/')].filter(part => part !== '');
  return `https://${remote.host}/${remote.path.split('/').map(encodeURIComponent).join('/')}/${form(ref.commit, parts.map(encodeURIComponent).join('/'), ref.start_line, ref.end_line)}`;
}
