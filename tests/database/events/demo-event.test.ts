import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { brazilianDay } from "@/lib/platform/dates";
import type { Backend } from "@/supabase/local/backend";
import { ensureDemoEvent } from "@/supabase/local/demo-event";
import { sql } from "../as-role";
import { REGISTRATION_KINDS } from "@/lib/platform/supabase/database-constants/events";

const backend = { sql } as Pick<Backend, "sql"> as Backend;
const read = async () =>
  (
    await sql`
    select event.*, (select array_agg(day::text order by day) from public.event_days where event_id = event.id) as days,
      (select array_agg(kind order by position) from public.event_registration_types where event_id = event.id) as kinds,
      (select count(*)::integer from public.event_stands where event_id = event.id) as stands
    from public.events as event where slug = 'encontro-demonstracao'`
  )[0]!;
const remove = () => sql`delete from public.events where slug = 'encontro-demonstracao'`;

beforeAll(remove);
// Later files of the worker use the event too.
afterAll(async () => {
  await remove();
  await ensureDemoEvent(backend, "user@lacambeche.local");
});

describe("the event of the embedded backend", () => {
  it("is marked as a demonstration, has every kind of registration and lies about sixty days ahead", async () => {
    await ensureDemoEvent(backend, "nobody@example.org");
    const event = await read();
    expect(event.is_demo).toBe(true);
    expect(event.kinds).toEqual([...REGISTRATION_KINDS]);
    expect(event.stands).toBe(8);
    expect(event.days).toHaveLength(2);
    const ahead = (event.starts_at.getTime() - Date.now()) / 86_400_000;
    expect(ahead).toBeGreaterThan(59);
    expect(ahead).toBeLessThan(68);
  });

  it("is open for votes until it ends", async () => {
    const event = await read();
    expect(event.votes_open_at.getTime()).toBeLessThanOrEqual(Date.now());
    expect(event.votes_close_at).toEqual(event.ends_at);
  });

  it("stays as it is at the next start", async () => {
    await sql`update public.events set title = 'Mudado' where slug = 'encontro-demonstracao'`;
    await ensureDemoEvent(backend, "nobody@example.org");
    expect((await read()).title).toBe("Mudado");
  });

  it("moves with its programme to new dates after its last day", async () => {
    await sql`update public.events set starts_at = starts_at - interval '90 days', ends_at = ends_at - interval '90 days' where slug = 'encontro-demonstracao'`;
    await ensureDemoEvent(backend, "nobody@example.org");
    const event = await read();
    expect(event.starts_at.getTime()).toBeGreaterThan(Date.now());
    expect(event.days[0]).toBe(brazilianDay(event.starts_at));
    expect(event.votes_close_at).toEqual(event.ends_at);
  });
});
