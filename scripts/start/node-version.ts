const RECOMMENDED = 22;

/** One line for a version of Node that works and that libraries will stop supporting; null for newer ones. */
export function nodeNotice(version = process.versions.node): string | null {
  return Number.parseInt(version, 10) < RECOMMENDED
    ? `· Node ${version} funciona; o recomendado é o Node ${RECOMMENDED} ou mais novo`
    : null;
}
