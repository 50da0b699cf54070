import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import type { Synergy } from "@/lib/events/promotion/rules";
import { describeAccess } from "../access";
import { ADMINS_UP, EDITORS_UP, ID_OF, NOBODY } from "../actors";
import { asOwner, asRole, sql } from "../as-role";

type Tx = TransactionSql;

const LEAD = "00000000-0000-4000-8000-00000000e701";
const EVENT = "00000000-0000-4000-8000-00000000e702";
const DRAFT = "00000000-0000-4000-8000-00000000e703";

const addLead = (tx: Tx) => tx`
  insert into public.event_leads (id, kind, name, phone, email) values (${LEAD}, 'club', 'Clube', '(48) 99999-1234', 'clube@example.org')`;
async function addActivity(tx: Tx) {
  await addLead(tx);
  await tx`insert into public.lead_activities (lead_id, kind, text) values (${LEAD}, 'call', 'Ligação')`;
}
const addEvent = (tx: Tx) => tx`
  insert into public.events (id, slug, title, organizer_name, state_abbr, municipality_ibge, town, starts_at, ends_at, status)
  values (${EVENT}, 'divulgado', 'Encontro', 'Clube', 'SC', 4205407, 'Florianópolis', now(), now() + interval '1 day', 'published')`;
const addDraft =
  (status = "draft") =>
  async (tx: Tx) => {
    await addEvent(tx);
    await tx`
      insert into public.event_ad_drafts (id, event_id, audience, tone, channel, text, status, approved_at)
      values (${DRAFT}, ${EVENT}, 'visitors', 'direct', 'sms', 'Encontro', ${status}, ${status === "approved" ? new Date() : null})`;
  };

describeAccess("event_leads", addLead, [
  ["select", ADMINS_UP, (tx) => tx`select name from public.event_leads where id = ${LEAD}`],
  ["insert", ADMINS_UP, "insert into public.event_leads (kind, name) values ('club', 'Clube')"],
  ["update", ADMINS_UP, (tx) => tx`update public.event_leads set stage = 'won' where id = ${LEAD}`],
  ["delete", ADMINS_UP, (tx) => tx`delete from public.event_leads where id = ${LEAD}`],
]);

describeAccess("lead_activities", addActivity, [
  ["select", ADMINS_UP, (tx) => tx`select text from public.lead_activities where lead_id = ${LEAD}`],
  [
    "insert",
    ADMINS_UP,
    (tx) => tx`insert into public.lead_activities (lead_id, kind, text) values (${LEAD}, 'note', 'Texto')`,
    addLead,
  ],
  [
    "insert in the name of another account",
    NOBODY,
    (tx) =>
      tx`insert into public.lead_activities (lead_id, kind, text, created_by) values (${LEAD}, 'note', 'Texto', ${ID_OF.another_user})`,
    addLead,
  ],
  ["update", NOBODY, (tx) => tx`update public.lead_activities set text = 'x' where lead_id = ${LEAD}`],
  ["delete", NOBODY, (tx) => tx`delete from public.lead_activities where lead_id = ${LEAD}`],
]);

describeAccess("event_ad_drafts", addDraft(), [
  ["select a draft", ADMINS_UP, (tx) => tx`select text from public.event_ad_drafts where id = ${DRAFT}`],
  [
    "select an approved text",
    EDITORS_UP,
    (tx) => tx`select text from public.event_ad_drafts where id = ${DRAFT}`,
    addDraft("approved"),
  ],
  [
    "insert",
    ADMINS_UP,
    (tx) =>
      tx`insert into public.event_ad_drafts (event_id, audience, tone, channel, text) values (${EVENT}, 'clubs', 'formal', 'email', 'Texto')`,
    addEvent,
  ],
  [
    "insert an approved text",
    NOBODY,
    (tx) =>
      tx`insert into public.event_ad_drafts (event_id, audience, tone, channel, text, status, approved_at) values (${EVENT}, 'clubs', 'formal', 'email', 'Texto', 'approved', now())`,
    addEvent,
  ],
  ["update the text", ADMINS_UP, (tx) => tx`update public.event_ad_drafts set text = 'Outro' where id = ${DRAFT}`],
  [
    "update the status",
    NOBODY,
    (tx) => tx`update public.event_ad_drafts set status = 'approved', approved_at = now() where id = ${DRAFT}`,
  ],
  ["delete", NOBODY, (tx) => tx`delete from public.event_ad_drafts where id = ${DRAFT}`],
]);

describe("a text of an event", () => {
  const decide = (tx: Tx, decision: string) =>
    tx<{ answer: string }[]>`
      select public.decide_ad_draft(id, ${decision}, updated_at) as answer from public.event_ad_drafts where id = ${DRAFT}`;
  const state = (tx: Tx) => tx`select status, approved_by from public.event_ad_drafts where id = ${DRAFT}`;

  it("is approved by a person, and is a draft again when it changes", async () => {
    const [before, after] = await asRole("admin", addDraft(), async (tx) => {
      await decide(tx, "approved");
      const [approved] = await state(tx);
      await tx`update public.event_ad_drafts set text = 'Outro texto' where id = ${DRAFT}`;
      return [approved, (await state(tx))[0]];
    });
    expect(before).toEqual({ status: "approved", approved_by: ID_OF.admin });
    expect(after).toEqual({ status: "draft", approved_by: null });
  });

  it("is not approved when it changed after it was read", async () => {
    const [row] = await asRole(
      "admin",
      addDraft(),
      (tx) => tx`select public.decide_ad_draft(${DRAFT}, 'approved', now() - interval '1 hour') as answer`,
    );
    expect(row).toEqual({ answer: { outcome: "conflict" } });
  });
});

describe("contacts that may be the same", () => {
  it.each([
    ["the telephone with the code of the country", "+55 48 99999-1234", null, 1],
    ["the e-mail in capital letters", null, "CLUBE@EXAMPLE.ORG", 1],
    ["another telephone", "48 99999-4321", "outro@example.org", 0],
    ["neither telephone nor e-mail", null, null, 0],
  ])("%s", async (_, phone, email, found) => {
    const rows = await asRole(
      "admin",
      async (tx) => {
        await addLead(tx);
        await tx`insert into public.event_leads (kind, name, phone, email) values ('club', 'Outro', ${phone}, ${email})`;
      },
      (tx) => tx`select name from public.lead_twins(${LEAD})`,
    );
    expect(rows).toHaveLength(found);
  });
});

it("a lead with an activity of the last two years is kept", async () => {
  const kept = await asOwner(async (tx) => {
    await tx`insert into public.event_leads (id, kind, name, updated_at) values (${LEAD}, 'club', 'Clube', now() - interval '3 years')`;
    await tx`insert into public.lead_activities (lead_id, kind, text) values (${LEAD}, 'call', 'Ligação')`;
    await tx`select private.delete_expired_records(1000)`;
    return tx`select 1 from public.event_leads where id = ${LEAD}`;
  });
  expect(kept).toHaveLength(1);
});

/** A Saturday in Acre about six weeks ahead, plus days. */
const day = (days: number) => `(date_trunc('week', now()) + interval '${47 + days} days' + interval '14 hours')`;

type Meeting = { slug: string; from: number; days?: number; km?: number; status?: string; placed?: boolean };

/** Events in the west of Acre, each `km` kilometres to the north of one point. */
async function addMeetings(tx: Tx, meetings: readonly Meeting[]) {
  for (const { slug, from, days = 1, km = 0, status = "published", placed = true } of meetings) {
    await tx.unsafe(
      `insert into public.events (slug, title, organizer_name, state_abbr, municipality_ibge, town, starts_at, ends_at, time_zone, status, lat, lng)
       values ($1, $1, 'Clube', 'AC', 1299999, 'Lugar', ${day(from)}, ${day(from + days - 1)} + interval '4 hours', 'America/Rio_Branco', $2, $3, $4)`,
      [slug, status, placed ? -9 + km / 111.195 : null, placed ? -70 : null],
    );
  }
}

const synergyOf = async (meetings: readonly Meeting[], km = 100, days = 3) => {
  const [row] = await asRole(
    "admin",
    (tx) => addMeetings(tx, meetings),
    (tx) => tx<{ found: Synergy }[]>`select public.event_synergy(${km}, ${days}, 'AC') as found`,
  );
  const { found } = row!;
  const pairs = (list: readonly { first_id: string; second_id: string }[]) =>
    list.map(({ first_id, second_id }) => [found.events_by_id[first_id]!.slug, found.events_by_id[second_id]!.slug]);
  return { found, clashes: pairs(found.clashes).map((pair) => pair.toSorted()), trips: pairs(found.trips) };
};

describe("the calendar of events", () => {
  it("finds events on the same weekend within the distance, also on different days of it", async () => {
    const { clashes, found } = await synergyOf([
      { slug: "sabado", from: 0 },
      { slug: "domingo", from: 1, km: 99 },
      { slug: "longe", from: 0, km: 250 },
      { slug: "outro-fim-de-semana", from: 7, km: 10 },
    ]);
    expect(clashes).toEqual([["domingo", "sabado"]]);
    expect(Math.round(found.clashes[0]!.metres / 1000)).toBe(99);
  });

  it("names a pair once when both events last two weekends", async () => {
    const { clashes } = await synergyOf([
      { slug: "longo", from: 0, days: 9 },
      { slug: "tambem-longo", from: 0, days: 9, km: 20 },
    ]);
    expect(clashes).toEqual([["longo", "tambem-longo"]]);
  });

  it("ignores events that are not public or do not take place", async () => {
    const { clashes, found } = await synergyOf([
      { slug: "publicado", from: 0 },
      ...["draft", "pending", "rejected", "cancelled"].map((status) => ({ slug: `nao-${status}`, from: 0, status })),
    ]);
    expect(clashes).toEqual([]);
    expect(found.events).toBe(1);
  });

  it("finds events that one trip can join, in their order", async () => {
    const { trips } = await synergyOf([
      { slug: "primeiro", from: 0 },
      { slug: "depois-de-tres-dias", from: 3, km: 50 },
      { slug: "depois-de-quatro-dias", from: 4, km: -80 },
    ]);
    expect(trips).toEqual([["primeiro", "depois-de-tres-dias"]]);
  });

  it("counts events without a position, which are in no distance", async () => {
    const { found, clashes } = await synergyOf([
      { slug: "com-posicao", from: 0 },
      { slug: "sem-posicao", from: 0, placed: false },
    ]);
    expect(clashes).toEqual([]);
    expect(found).toMatchObject({ events: 2, without_position: 1 });
  });

  it("lists the weekends of a state without an event", async () => {
    const { found } = await synergyOf([{ slug: "sabado", from: 0 }]);
    const [acre] = found.free;
    expect(found.free).toHaveLength(1);
    expect(acre).toMatchObject({ abbr: "AC", busy: 1 });
    expect(acre!.saturdays).toHaveLength(11);
    const [row] = await sql<
      { saturday: string }[]
    >`select (date_trunc('week', now()) + interval '47 days')::date::text as saturday`;
    expect(acre!.saturdays).not.toContain(row!.saturday);
  });

  it.each([
    [0, 3],
    [1001, 3],
    [100, 0],
    [100, 31],
  ])("refuses %i km and %i days", async (km, days) => {
    await expect(synergyOf([], km, days)).rejects.toMatchObject({ code: "22023" });
  });
});

it("visits to the page of an event are counted with the sites they came from", async () => {
  const [row] = await asRole(
    "editor",
    async (tx) => {
      await addEvent(tx);
      await tx`
      insert into public.page_views (page_path, referrer_host, created_at) values
        ('/eventos/lacambeche/divulgado', 'example.org', now()), ('/eventos/lacambeche/divulgado', null, now()),
        ('/eventos/lacambeche/divulgado', 'example.org', now() - interval '40 days'), ('/eventos/lacambeche/outro', 'example.org', now())`;
    },
    (tx) => tx`select public.event_visits(${EVENT}) as visits`,
  );
  expect(row).toEqual({ visits: { total: 2, hosts: [{ host: "example.org", visits: 1 }] } });
});
