import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { describeAccess } from "../access";
import { NOBODY } from "../actors";
import { asOwner, asRole } from "../as-role";
import { addEntrant, addMeeting, type Meeting } from "./certificate-rows";

type Mail = { to: string; template: string; locale: string; data: Record<string, string> };

const addFollow = (tx: TransactionSql, email: string, subject: { state?: string; event?: string }) => tx`
  insert into public.event_follows (email, state_abbr, event_id, confirmed_at, created_at)
  values (${email}, ${subject.state ?? null}, ${subject.event ?? null}, now() - interval '1 day', now() - interval '1 day')`;

const addOne = (tx: TransactionSql) => addFollow(tx, "ana@example.org", { state: "SC" });

/** Changes are announced after two minutes, which pass here without waiting. */
async function newMails(tx: TransactionSql): Promise<Mail[]> {
  await tx`update private.event_announcements set moment = moment - interval '3 minutes' where done_at is null`;
  await tx`update public.event_follows set confirmed_at = confirmed_at - interval '3 minutes'`;
  await tx`delete from private.outbox`;
  await tx`select private.mail_event_follows()`;
  const rows = await tx<{ data: Mail }[]>`select data from private.outbox where job = 'send-mail' order by id`;
  return rows.map(({ data }) => data);
}
const told = async (tx: TransactionSql) =>
  (await newMails(tx)).map(({ to, data }) => `${to} ${data.change}`).toSorted();

/** A meeting of SC whose publication was announced before. */
async function addKnownMeeting(tx: TransactionSql): Promise<Meeting> {
  const meeting = await addMeeting(tx, { slug: "encontro-seguido" });
  await tx`update public.events set starts_at = now() + interval '9 days', ends_at = now() + interval '10 days', published_at = now() - interval '9 days' where id = ${meeting.event}`;
  await tx`update public.event_registration_types set created_at = now() - interval '9 days' where id = ${meeting.type}`;
  await tx`update private.event_announcements set done_at = now(), moment = now() - interval '9 days'`;
  return meeting;
}

describeAccess("event_follows", addOne, [
  ["select", NOBODY, "select 1 from public.event_follows"],
  ["insert", NOBODY, "insert into public.event_follows (email, state_abbr) values ('bia@example.org', 'SC')"],
  ["update", NOBODY, "update public.event_follows set confirmed_at = now()"],
  ["delete", NOBODY, "delete from public.event_follows"],
]);

describe("the functions that write follows", () => {
  it.each(["anon", "user", "superadministrador"] as const)("cannot be called by %s", async (actor) => {
    for (const call of [
      "follow_events('a@example.org', 'SC', null, 'pt-BR')",
      "confirm_event_follow(gen_random_uuid())",
      "end_event_follow(gen_random_uuid())",
    ])
      await expect(asRole(actor, (tx) => tx.unsafe(`select public.${call}`))).rejects.toMatchObject({
        code: "42501",
      });
  });
});

const follow = (tx: TransactionSql, email: string, state: string | null = "SC", event: string | null = null) =>
  tx`select private.follow_events(${email}, ${state}, ${event}, 'en-US')`;
const mails = async (tx: TransactionSql) =>
  (await tx<{ data: Mail }[]>`select data from private.outbox where job = 'send-mail' order by id`).map(
    ({ data }) => data,
  );

describe("follow_events", () => {
  it("stores an unconfirmed follow and mails its link once in 15 minutes", async () => {
    const found = await asOwner(async (tx) => {
      await tx`delete from private.outbox`;
      await follow(tx, " Ana@Example.org ");
      await follow(tx, "ana@example.org");
      const first = await mails(tx);
      await tx`update public.event_follows set mailed_at = now() - interval '16 minutes'`;
      await follow(tx, "ana@example.org");
      const [row] = await tx`select email, state_abbr, confirmed_at from public.event_follows`;
      return { first, later: (await mails(tx)).length, row };
    });
    expect(found.row).toEqual({ email: "ana@example.org", state_abbr: "SC", confirmed_at: null });
    expect(found.first).toMatchObject([
      { to: "ana@example.org", template: "event_follow_confirm", locale: "en-US", data: { state: "Santa Catarina" } },
    ]);
    expect(found.later).toBe(2);
  });

  it("answers the same for a confirmed address and mails that nothing changed", async () => {
    const found = await asOwner(async (tx) => {
      await addOne(tx);
      await tx`delete from private.outbox`;
      const [known] = await follow(tx, "ana@example.org");
      const [unknown] = await follow(tx, "bia@example.org");
      const [row] =
        await tx`select confirmed_at is not null as kept from public.event_follows where email = 'ana@example.org'`;
      return { known, unknown, row, templates: (await mails(tx)).map(({ template }) => template) };
    });
    expect(found.known).toEqual(found.unknown);
    expect(found.row).toEqual({ kept: true });
    expect(found.templates.toSorted()).toEqual(["event_follow_confirm", "event_follow_known"]);
  });

  it("mails at most ten unconfirmed follows of an address in a day", async () => {
    const count = await asOwner(async (tx) => {
      await tx`delete from private.outbox`;
      for (const { abbr } of await tx<{ abbr: string }[]>`select abbr from public.states order by abbr limit 12`)
        await follow(tx, "ana@example.org", abbr);
      return (await mails(tx)).length;
    });
    expect(count).toBe(10);
  });

  it.each([
    ["a state that does not exist", "ana@example.org", "XX"],
    ["no subject", "ana@example.org", null],
    ["an address without a domain", "ana@", "SC"],
    ["two addresses", "a@example.org,b@example.org", "SC"],
  ])("refuses %s", async (_, email, state) => {
    await expect(asOwner((tx) => follow(tx, email, state))).rejects.toThrow(/^invalid$/);
  });

  it("refuses an event that is over or not public", async () => {
    for (const change of [
      "status = 'draft'",
      "starts_at = now() - interval '3 days', ends_at = now() - interval '1 day'",
    ])
      await expect(
        asOwner(async (tx) => {
          const { event } = await addMeeting(tx, { slug: "encontro-seguido" });
          await tx.unsafe(`update public.events set ${change} where id = '${event}'`);
          return follow(tx, "ana@example.org", null, event);
        }),
      ).rejects.toThrow(/^invalid$/);
  });
});

describe("mail_event_follows", () => {
  it("announces a new event once, in the language of the follow, to confirmed followers of its state only", async () => {
    const found = await asOwner(async (tx) => {
      await tx`update private.event_announcements set done_at = now()`;
      await addFollow(tx, "ana@example.org", { state: "SC" });
      await addFollow(tx, "bia@example.org", { state: "PR" });
      await tx`update public.event_follows set locale = 'en-US'`;
      await tx`insert into public.event_follows (email, state_abbr) values ('caio@example.org', 'SC')`;
      await addMeeting(tx, { slug: "encontro-seguido" });
      return [await newMails(tx), await newMails(tx)];
    });
    expect(found[0]).toMatchObject([
      {
        to: "ana@example.org",
        template: "event_follow_news",
        locale: "en-US",
        data: { change: "published", event_en: "Test Meeting", path: "/eventos/lacambeche/encontro-seguido" },
      },
    ]);
    expect(found[1]).toEqual([]);
  });

  it("waits two minutes, so that a decision that is taken back is not told", async () => {
    const found = await asOwner(async (tx) => {
      await tx`update private.event_announcements set done_at = now()`;
      await addOne(tx);
      const { event } = await addMeeting(tx, { slug: "encontro-seguido" });
      await tx`delete from private.outbox`;
      await tx`select private.mail_event_follows()`;
      const early = (await mails(tx)).length;
      await tx`update public.events set status = 'pending' where id = ${event}`;
      return { early, late: await told(tx) };
    });
    expect(found).toEqual({ early: 0, late: [] });
  });

  it.each([
    ["date", "starts_at = starts_at + interval '1 day', ends_at = ends_at + interval '1 day'"],
    ["place", "venue = 'Outra praça'"],
    ["postponed", "status = 'postponed', status_note = 'Chuva'"],
    ["cancelled", "status = 'cancelled', status_note = 'Chuva'"],
  ])("announces %s once to followers of the event and of its state", async (change, update) => {
    const found = await asOwner(async (tx) => {
      const { event } = await addKnownMeeting(tx);
      await addFollow(tx, "ana@example.org", { event });
      await addFollow(tx, "ana@example.org", { state: "SC" });
      await addFollow(tx, "bia@example.org", { state: "SC" });
      await tx.unsafe(`update public.events set ${update} where id = '${event}'`);
      return [await told(tx), await told(tx)];
    });
    expect(found).toEqual([[`ana@example.org ${change}`, `bia@example.org ${change}`], []]);
  });

  it("announces several changes of an event in one mail", async () => {
    const found = await asOwner(async (tx) => {
      const { event } = await addKnownMeeting(tx);
      await addOne(tx);
      await tx`update public.events set starts_at = starts_at + interval '1 hour' where id = ${event}`;
      await tx`update public.events set venue = 'Outra praça' where id = ${event}`;
      return told(tx);
    });
    expect(found).toEqual(["ana@example.org date_place"]);
  });

  it("does not tell changes that visitors are not mailed about", async () => {
    const found = await asOwner(async (tx) => {
      const { event } = await addKnownMeeting(tx);
      await addOne(tx);
      await tx`update public.events set description = 'Outro texto', capacity = 7 where id = ${event}`;
      return told(tx);
    });
    expect(found).toEqual([]);
  });

  it("leaves out people registered for the event, who got another mail", async () => {
    const found = await asOwner(async (tx) => {
      const meeting = await addKnownMeeting(tx);
      await addEntrant(tx, meeting);
      await addOne(tx);
      await addFollow(tx, "bia@example.org", { state: "SC" });
      await tx`update public.events set venue = 'Outra praça' where id = ${meeting.event}`;
      return told(tx);
    });
    expect(found).toEqual(["bia@example.org place"]);
  });

  it("notifies followers of the event once when a kind of registration opens", async () => {
    const found = await asOwner(async (tx) => {
      const { event, type } = await addKnownMeeting(tx);
      await addFollow(tx, "ana@example.org", { event });
      await addFollow(tx, "bia@example.org", { state: "SC" });
      await tx`update public.event_registration_types set opens_at = now() + interval '1 minute' where id = ${type}`;
      const before = await told(tx);
      await tx`update public.event_registration_types set opens_at = now() - interval '5 minutes' where id = ${type}`;
      return [before, await told(tx), await told(tx)];
    });
    expect(found).toEqual([[], ["ana@example.org registration"], []]);
  });
});

describe("the page and the end of a follow", () => {
  it("shows a masked address, confirms once and deletes an ended follow", async () => {
    const found = await asOwner(async (tx) => {
      await follow(tx, "ana@example.org");
      const [{ id } = { id: "" }] = await tx<{ id: string }[]>`select id from public.event_follows`;
      const read = async () => (await tx`select public.read_event_follow(${id}) as page`)[0]!.page as unknown;
      const before = await read();
      await tx`select public.confirm_event_follow(${id})`;
      const after = await read();
      await tx`select public.end_event_follow(${id})`;
      return { before, after, end: await read(), rows: (await tx`select 1 from public.event_follows`).length };
    });
    expect(found.before).toMatchObject({ is_confirmed: false, masked_email: "a***@example.org", state_abbr: "SC" });
    expect(found.after).toMatchObject({ is_confirmed: true });
    expect(found).toMatchObject({ end: null, rows: 0 });
  });
});

describe("followers of a series", () => {
  /** A series with a meeting whose publication was announced before. */
  async function addSeries(tx: TransactionSql) {
    const meeting = await addKnownMeeting(tx);
    const [series] = await tx<{ id: string }[]>`insert into public.event_series default values returning id`;
    await tx`update public.events set series_id = ${series!.id} where id = ${meeting.event}`;
    await tx`update private.event_announcements set done_at = now()`;
    await tx`
      insert into public.event_follows (email, series_id, confirmed_at, created_at)
      values ('ana@example.org', ${series!.id}, now() - interval '1 day', now() - interval '1 day')`;
    return { ...meeting, series: series!.id };
  }
  const addEdition = (tx: TransactionSql, series: string | null) => tx<{ id: string }[]>`
    insert into public.events (slug, title, status, organizer_name, state_abbr, municipality_ibge, town, starts_at, ends_at, series_id, published_at)
    values ('nova-edicao', 'Nova edição', 'published', 'Clube', 'AC', 1200401, 'Rio Branco', now() + interval '90 days',
      now() + interval '91 days', ${series}, now()) returning id`;

  it("are mailed when a new edition is published, also in another state", () =>
    asOwner(async (tx) => {
      const { series } = await addSeries(tx);
      await addEdition(tx, series);
      const [mail, ...others] = await newMails(tx);
      expect(others).toEqual([]);
      expect(mail).toMatchObject({
        to: "ana@example.org",
        template: "event_follow_news",
        data: { change: "published", event: "Nova edição" },
      });
    }));

  it("are mailed as about a new event when a public event joins the series, and followers of its state are not", () =>
    asOwner(async (tx) => {
      const { series } = await addSeries(tx);
      const [edition] = await addEdition(tx, null);
      await newMails(tx);
      await addFollow(tx, "bia@example.org", { state: "AC" });
      await tx`update public.events set series_id = ${series} where id = ${edition!.id}`;
      expect(await told(tx)).toEqual(["ana@example.org published"]);
      expect(await told(tx)).toEqual([]);
    }));

  it("are mailed about another date of an edition, and not about open registrations", () =>
    asOwner(async (tx) => {
      const { event, type } = await addSeries(tx);
      await tx`update public.event_registration_types set opens_at = now() - interval '1 minute' where id = ${type}`;
      expect(await told(tx)).toEqual([]);
      await tx`update public.events set starts_at = starts_at + interval '1 day', ends_at = ends_at + interval '1 day' where id = ${event}`;
      expect(await told(tx)).toEqual(["ana@example.org date"]);
    }));

  it("get one mail when they follow the state too", () =>
    asOwner(async (tx) => {
      const { series } = await addSeries(tx);
      await addFollow(tx, "ana@example.org", { state: "AC" });
      await addEdition(tx, series);
      expect(await told(tx)).toEqual(["ana@example.org published"]);
    }));

  it("confirm by mail, which names the newest edition; a series without a public event cannot be followed", () =>
    asOwner(async (tx) => {
      const { event, series } = await addSeries(tx);
      await tx`delete from private.outbox`;
      const ask = () =>
        tx.savepoint((inner) => inner`select private.follow_events('eva@example.org', null, null, 'pt-BR', ${series})`);
      await ask();
      expect(await mails(tx)).toMatchObject([
        { template: "event_follow_confirm", data: { subject: "series", event: "Encontro de Teste" } },
      ]);
      const [page] = await tx<{ answer: object }[]>`
        select public.read_event_follow(id) as answer from public.event_follows where email = 'eva@example.org'`;
      expect(page!.answer).toMatchObject({ is_series: true, is_confirmed: false, title: "Encontro de Teste" });
      await tx`update public.events set status = 'draft' where id = ${event}`;
      await expect(ask()).rejects.toThrow("invalid");
    }));
});
