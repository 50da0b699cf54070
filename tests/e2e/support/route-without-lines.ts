import type { Sql } from "postgres";

export const ROUTE_WITHOUT_LINES = {
  warnings: ["Estrada de terra depois da chuva."],
  stops: ["Aracaju", "São Cristóvão", "Laranjeiras", "Itabaiana", "Areia Branca"],
};
const POSITIONS = [
  [-10.91, -37.07],
  [-11.01, -37.2],
  [-10.8, -37.17],
  [-10.68, -37.42],
  [-10.76, -37.31],
] as const;

/** Stores a published route of Sergipe with five stops and no lines between them; returns its path. */
export async function addRouteWithoutLines(sql: Sql, slug: string): Promise<string> {
  const { warnings, stops } = ROUTE_WITHOUT_LINES;
  await removeRouteWithoutLines(sql, slug);
  const [row] = await sql<{ id: string }[]>`
    insert into public.regions (name, slug, state_abbr, status, summary, warnings, distance_km, distance_is_estimated, max_altitude_m)
    values ('Rota sem linhas', ${slug}, 'SE', 'published', 'Uma rota sem linhas.', ${warnings}, 120, true, 659) returning id`;
  for (const [index, name] of stops.entries())
    await sql`
      insert into public.region_waypoints (region_id, position, name, kind, lat, lng)
      values (${row!.id}, ${index + 1}, ${name}, 'view', ${POSITIONS[index]![0]}, ${POSITIONS[index]![1]})`;
  return `/se/rota/${slug}`;
}

export async function removeRouteWithoutLines(sql: Sql, slug: string): Promise<void> {
  await sql`delete from public.regions where slug = ${slug}`;
  await sql`delete from public.redirects where from_path = ${`/se/rota/${slug}`}`;
}
