import { writeRows, type Entity, type SeedRow, type Step } from "./step";

/** A step that writes one table from the content, except rows that editors changed, created or deleted. */
export function tableStep(entity: Entity, title: string, rows: SeedRow[]): Step {
  return {
    key: `content-extra/${entity}`,
    title,
    input: rows,
    write: async (tx) => {
      const written = await writeRows(tx, entity, rows);
      return `${written.size} de ${rows.length} gravados`;
    },
  };
}
