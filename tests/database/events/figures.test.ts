import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { ADMINS_UP } from "../actors";
import { asOwner, becomeRole } from "../as-role";
import { makeKind } from "./registration-support";

type Tx = TransactionSql;

const EVENT = "00000000-0000-4000-8000-00000000e741";

const addEvent = (tx: Tx) => tx`
  insert into public.events (id, slug, title, organizer_name, state_abbr, municipality_ibge, town, starts_at, ends_at, status, published_at)
  values (${EVENT}, 'encontro-dos-numeros', 'Encontro', 'Clube', 'AC', 1200401, 'Rio Branco', now() + interval '20 days', now() + interval '21 days', 'published', now())`;
describe("partners of an event", () => {
  it("are numbers by kind and town, and each person counts once", () =>
    asOwner(async (tx) => {
      const { event, type } = await makeKind(tx, { kind: "food_truck" });
      await tx`
        insert into public.event_registrations (code, event_id, type_id, full_name, email, town, state_abbr, places, price_cents, status, source, request_id)
        select private.new_registration_code(), ${event}, ${type}, 'Ana', person.email, person.town, 'SC', 1, 0, 'confirmed', 'panel', gen_random_uuid()
        from (values ('a@example.org', 'Blumenau'), ('A@example.org', 'Blumenau'), ('b@example.org', ' Blumenau ')) as person (email, town)`;
      await becomeRole(tx, "admin");
      const [row] = await tx<{ found: unknown[] }[]>`select public.event_partners(${event}) as found`;
      expect(row!.found).toEqual([{ kind: "food_truck", town: "Blumenau", state: "SC", people: 2 }]);
      expect(JSON.stringify(row)).not.toContain("example.org");
    }));
});

describe("conversion of leads", () => {
  it("counts invitations and published events of leads of the period", () =>
    asOwner(async (tx) => {
      await addEvent(tx);
      const add = async (name: string, more: Record<string, unknown>) => {
        const [row] = await tx<{ id: string }[]>`
          insert into public.event_leads ${tx({ kind: "club", name, source: "Teste 7300", ...more })} returning id`;
        return row!.id;
      };
      const invited = await add("Um", { stage: "contacted" });
      await tx`insert into public.lead_activities (lead_id, kind, text) values (${invited}, 'invitation', 'Convite')`;
      await add("Dois", { stage: "won", event_id: EVENT });
      await add("Três", { stage: "won", email: "tres@example.org", created_at: "2001-01-01" });
      await tx`update public.events set organizer_email = 'TRES@example.org' where id = ${EVENT}`;
      await becomeRole(tx, "admin");
      const found = (since: string) => tx`
        select stage, leads::int, invited::int, published::int
        from public.lead_conversion(${since}, (now() at time zone 'America/Sao_Paulo')::date) where source = 'Teste 7300' order by stage`;
      expect([...(await found("2020-01-01"))]).toEqual([
        { stage: "contacted", leads: 1, invited: 1, published: 0 },
        { stage: "won", leads: 1, invited: 0, published: 1 },
      ]);
      expect((await found("2000-12-01")).at(-1)).toEqual({ stage: "won", leads: 2, invited: 0, published: 2 });
    }));
});

describe("a draft of an art", () => {
  it.each(ADMINS_UP)("has a short line and keeps its format: %s", (actor) =>
    asOwner(async (tx) => {
      await addEvent(tx);
      await becomeRole(tx, actor);
      const add = (inner: Tx, text: string) => inner<{ id: string }[]>`
        insert into public.event_ad_drafts (event_id, audience, tone, channel, text, size)
        values (${EVENT}, 'clubs', 'direct', 'instagram', ${text}, 'story') returning id`;
      await expect(tx.savepoint((inner) => add(inner, "x".repeat(91)))).rejects.toMatchObject({ code: "23514" });
      const [draft] = await add(tx, "Venham juntos");
      const change = tx`update public.event_ad_drafts set size = 'square' where id = ${draft!.id}`;
      await expect(change).rejects.toMatchObject({ code: "42501" });
    }),
  );
});
