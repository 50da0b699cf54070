/** Prefixes of federal roads and of the roads of the states; Rio Grande do Sul has four. */
const NUMBER =
  /^(BR|AC|AL|AM|AP|BA|CE|DF|ES|GO|MA|MG|MS|MT|PA|PB|PE|PI|PR|RJ|RN|RO|RR|RS|ERS|RSC|VRS|SC|SE|SP|TO|CMG|AMG|LMG|MGC|MGT)-(\d{2,3})$/;

/** A road number with three digits ("BR-70" is BR-070); null for names and foreign numbers. */
export function roadNumber(ref: string | null): string | null {
  const [, prefix, digits] = NUMBER.exec(ref ?? "") ?? [];
  return prefix && digits ? `${prefix}-${digits.padStart(3, "0")}` : null;
}

/** Shorter parts are crossings and roads that run beside the line. */
const SHORTEST_KM = 1;
const SHORTEST_SHARE = 0.03;

/** Numbers in order of travel, each once, without those of short parts. */
export function roadsInOrder(parts: readonly { road: string | null; km: number }[]): string[] {
  const kmOf = new Map<string, number>();
  let total = 0;
  for (const { road, km } of parts) {
    total += km;
    if (road) kmOf.set(road, (kmOf.get(road) ?? 0) + km);
  }
  const shortest = Math.min(Math.max(SHORTEST_KM, SHORTEST_SHARE * total), total / 2);
  return [...kmOf].filter(([, km]) => km >= shortest).map(([road]) => road);
}
