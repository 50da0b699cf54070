import type { City } from "../../lib/geo/municipalities/rules";
import type { StateExtra } from "./extra-schema";
import { markSeeded, type Step } from "./step";

/** Writes the texts about towns on routes; when two states describe a town, the text of the town's own state is used. */
export function cityTextsStep(extras: ReadonlyMap<string, StateExtra>, cityByCode: ReadonlyMap<number, City>): Step {
  const intros = new Map<number, string>();
  for (const [abbr, { cities }] of extras) {
    for (const [code, intro] of Object.entries(cities)) {
      const city = cityByCode.get(Number(code));
      if (!city) throw new Error(`content-extra/${abbr.toLowerCase()}.json: não há município com o código ${code}`);
      if (city.state_abbr === abbr || !intros.has(city.ibge_code)) intros.set(city.ibge_code, intro);
    }
  }
  const rows = [...intros].map(([ibge_code, intro]) => ({ ibge_code, intro }));
  return {
    key: "content-extra/cities",
    title: "textos das cidades",
    input: rows,
    write: async (tx) => {
      // Overwrites only empty texts and texts from an earlier seed; does not publish a town that an editor has hidden.
      const written = await tx<{ ibge_code: number }[]>`
        update public.cities set
          intro = text.intro, is_published = is_published or cities.updated_at = cities.created_at
        from jsonb_to_recordset(${tx.json(rows)}) as text (ibge_code integer, intro text)
        left join private.seeded_rows as seeded on seeded.entity = 'cities' and seeded.entity_id = text.ibge_code::text
        where cities.ibge_code = text.ibge_code
          and case when seeded.entity_id is null then cities.intro is null else cities.updated_at = seeded.written_at end
        returning cities.ibge_code`;
      await markSeeded(
        tx,
        "cities",
        written.map((row) => String(row.ibge_code)),
      );
      return `${written.length} de ${rows.length} gravados`;
    },
  };
}
