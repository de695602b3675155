// What a setting of the editor is called elsewhere: `search.perFile` is the option `search.per_file` and the variable HELIX_ASK_SEARCH_PER_FILE. Until
// version 0.1 the settings had the names of the options; who wrote them keeps them for one version more.

/** The option; also the name that the setting had. */
export function optionName(key: string): string {
  return key.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);
}

export function variable(key: string): string {
  return `HELIX_ASK_${optionName(key).toUpperCase().replaceAll('.', '_')}`;
}
