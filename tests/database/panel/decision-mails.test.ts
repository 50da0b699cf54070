import { randomUUID } from "node:crypto";
import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { ACTORS, ADMINS_UP, ID_OF } from "../actors";
import { addSale, ART } from "../commerce/ad-rows";
import { asOwner, asRole, becomeRole, callAs } from "../as-role";
import { newDocument } from "../commerce/sale-support";

type Mail = { to: string; template: string; locale: string; data: Record<string, string> };
const mailsOf = async (tx: TransactionSql): Promise<Mail[]> => {
  await tx`reset role`;
  const rows = await tx<
    { mail: Mail }[]
  >`select data as mail from private.outbox where job = 'send-mail' and created_at = now() and data ->> 'template' <> 'request_received' order by id`;
  return rows.map(({ mail }) => mail);
};

/** Moves the mail time of a decision into the past, because now() is constant in a transaction. */
const passTwoMinutes = async (tx: TransactionSql) => {
  await tx`reset role`;
  for (const table of [
    "service_requests",
    "trip_panel_requests",
    "takedown_requests",
    "ad_leads",
    "reports",
    "sellers",
    "ads",
  ]) {
    await tx.unsafe(`update public.${table} set decided_at = now() - interval '3 minutes' where decided_at = now()`);
  }
  await tx`update public.service_requests set adjust_asked_at = now() - interval '3 minutes' where adjust_asked_at = now()`;
  await tx`select private.answer_requests()`;
};

const decide = async (tx: TransactionSql, name: string, id: string, decision: string, reason: string | null = null) => {
  await becomeRole(tx, "main_admin");
  const [row] = await tx`select public.${tx(name)}(${id}, ${decision}, ${reason}) as answer`;
  return row!.answer as { outcome: string; status: string };
};

const PLACE = {
  kind: "new",
  state_abbr: "SC",
  requester_name: "Ana",
  requester_email: "ana@example.org",
  name: "Museu da decisão",
  category_key: "museum",
  consent: true,
};
const FORMS = [
  ["submit_service_request", "service_requests", "decide_service_request", "rejected", PLACE],
  [
    "submit_trip_panel_request",
    "trip_panel_requests",
    "decide_trip_panel_request",
    "cancelled",
    {
      name: "Ana",
      email: "ana@example.org",
      delivery_kind: "digital",
      origin: "Lages",
      destination: "Urubici",
      consent: true,
    },
  ],
  [
    "submit_takedown_request",
    "takedown_requests",
    "decide_takedown_request",
    "rejected",
    {
      url: "https://example.org/a",
      claimant_name: "Ana",
      email: "ana@example.org",
      reason: "Minha foto",
      declares_truth: true,
    },
  ],
  [
    "submit_ad_lead",
    "ad_leads",
    "decide_ad_lead",
    "lost",
    { company: "Hotel da decisão", contact_name: "Ana", email: "ana@example.org" },
  ],
  [
    "submit_report",
    "reports",
    "decide_report",
    "dismissed",
    {
      subject_type: "page",
      subject_id: "/sobre",
      reason: "wrong",
      page_path: "/sobre",
      reporter_email: "ana@example.org",
    },
  ],
] as const;

async function send(
  tx: TransactionSql,
  name: string,
  table: string,
  payload: object,
  locale?: string,
): Promise<string> {
  await callAs(
    tx,
    "anon",
    () => tx`select public.${tx(name)}(${tx.json({ ...payload, ...(locale && { locale }) } as never)})`,
  );
  return (await tx<{ id: string }[]>`select id from public.${tx(table)} where created_at = now()`)[0]!.id;
}

describe.each(FORMS)("%s", (name, table, decideFunction, status, payload) => {
  it.each([
    ["en-US", "en-US"],
    ["es-419", "es-419"],
    ["xx", "pt-BR"],
    [undefined, "pt-BR"],
  ])("from a page in %s is answered in %s", async (given, locale) => {
    const mails = await asOwner(async (tx) => {
      const id = await send(tx, name, table, payload, given);
      await decide(tx, decideFunction, id, "reject", "Repetido");
      await passTwoMinutes(tx);
      return mailsOf(tx);
    });
    expect(mails).toMatchObject([{ to: "ana@example.org", locale, data: { status, note: "Repetido" } }]);
  });

  it("a refusal undone within two minutes sends no mail, and the next decision does not repeat its reason", async () => {
    const mails = await asOwner(async (tx) => {
      const id = await send(tx, name, table, payload);
      await decide(tx, decideFunction, id, "reject", "Engano");
      await decide(tx, decideFunction, id, "reopen");
      await passTwoMinutes(tx);
      const [row] = await tx<
        { note: string | null }[]
      >`select to_jsonb(found) ->> 'status_note' as note from public.${tx(table)} as found where id = ${id}`;
      expect(row!.note).toBeNull();
      return mailsOf(tx);
    });
    expect(mails).toEqual([]);
  });

  it("a refusal undone before its mail was sent cancels the mail, and the same decision made again is mailed", async () => {
    const mails = await asOwner(async (tx) => {
      const id = await send(tx, name, table, payload);
      await decide(tx, decideFunction, id, "reject", "Engano");
      await passTwoMinutes(tx);
      await decide(tx, decideFunction, id, "reopen");
      expect(await mailsOf(tx)).toEqual([]);
      await decide(tx, decideFunction, id, "reject", "Repetido mesmo");
      await passTwoMinutes(tx);
      return mailsOf(tx);
    });
    expect(mails.map(({ data }) => data.note)).toEqual(["Repetido mesmo"]);
  });

  it("a refusal undone after its mail was sent sends one correction in the same language", async () => {
    const mails = await asOwner(async (tx) => {
      const id = await send(tx, name, table, payload, "en-US");
      await decide(tx, decideFunction, id, "reject", "Engano");
      await passTwoMinutes(tx);
      await tx`delete from private.outbox where job = 'send-mail'`;
      await decide(tx, decideFunction, id, "reopen");
      await passTwoMinutes(tx);
      return mailsOf(tx);
    });
    expect(mails).toMatchObject([{ to: "ana@example.org", template: "decision_withdrawn", locale: "en-US" }]);
  });
});

describe("a request for an adjustment", () => {
  it("is mailed with its reason each time, and can be undone like a decision", async () => {
    const mails = await asOwner(async (tx) => {
      const id = await send(tx, "submit_service_request", "service_requests", PLACE);
      for (const reason of ["Falta o endereço", "Falta o telefone"]) {
        await decide(tx, "decide_service_request", id, "adjust", reason);
        await passTwoMinutes(tx);
        await tx`update private.answered_requests set answered_at = now() - interval '1 hour' where request_id = ${id}`;
      }
      await decide(tx, "decide_service_request", id, "adjust", "Engano");
      expect(await decide(tx, "decide_service_request", id, "reopen")).toMatchObject({
        outcome: "saved",
        status: "in_review",
      });
      expect(await decide(tx, "decide_service_request", id, "reopen")).toMatchObject({ outcome: "conflict" });
      await passTwoMinutes(tx);
      return mailsOf(tx);
    });
    expect(mails.filter(({ data }) => data.status === "adjust").map(({ data }) => data.note)).not.toContain("Engano");
  });
});

describe("a queued mail", () => {
  it("is removed from the worker's queue until it has been sent", async () => {
    const answers = await asOwner(async (tx) => {
      // The worker's schema may exist: it is renamed until the transaction is rolled back.
      await tx`do $$ begin if to_regnamespace('pgboss') is not null then alter schema pgboss rename to pgboss_aside; end if; end $$`;
      await tx`create schema pgboss`;
      await tx`create table pgboss.job (id uuid, name text, state text)`;
      const jobs = ["created", "retry", "active", "completed"].map((state) => ({
        id: randomUUID(),
        name: "send-mail",
        state,
      }));
      await tx`insert into pgboss.job ${tx(jobs)}`;
      const found: boolean[] = [];
      for (const { id } of jobs)
        found.push((await tx<{ gone: boolean }[]>`select private.cancel_mail(${id}) as gone`)[0]!.gone);
      return found;
    });
    expect(answers).toEqual([true, true, false, false]);
  });
});

describe("a resubmission does not count as undoing the decision", () => {
  it("a client's new art is decided and mailed again, without a correction", async () => {
    const mails = await asOwner(async (tx) => {
      const sale = await addSale(tx);
      const [ad] = await tx<
        { id: string }[]
      >`update public.ads set ${tx(ART)}, status = 'in_review' where sale_id = ${sale} returning id`;
      await tx`delete from private.outbox where job = 'send-mail'`;
      await decide(tx, "decide_ad", ad!.id, "reject", "Texto pequeno");
      await passTwoMinutes(tx);
      await tx`delete from private.outbox where job = 'send-mail'`;
      await tx`update public.ads set status = 'in_review', alt = 'Outra arte', decided_at = null, decided_by = null where id = ${ad!.id}`;
      await decide(tx, "decide_ad", ad!.id, "reject", "Ainda pequeno");
      await passTwoMinutes(tx);
      return mailsOf(tx);
    });
    expect(mails.map(({ template, data }) => [template, data.note])).toEqual([["art_decided", "Ainda pequeno"]]);
  });
});

describe("answer_trip_panel_request()", () => {
  const TRIP = FORMS[1][4];
  const answer = async (tx: TransactionSql, id: string, text: string, link: string | null) =>
    (await tx`select public.answer_trip_panel_request(${id}, ${text}, ${link}) as answer`)[0]!.answer as {
      outcome: string;
      status: string;
    };

  it("stores, mails and shows the text and the link", async () => {
    const [mails, shown] = await asOwner(async (tx) => {
      const id = await send(tx, "submit_trip_panel_request", "trip_panel_requests", TRIP, "es-419");
      await becomeRole(tx, "admin");
      expect(await answer(tx, id, "Buen viaje", "https://example.org/painel/1")).toEqual({
        outcome: "saved",
        status: "ready",
      });
      expect(await answer(tx, id, "De novo", null)).toMatchObject({ outcome: "conflict" });
      await passTwoMinutes(tx);
      const [row] = await tx<{ protocol: string }[]>`select protocol from public.trip_panel_requests where id = ${id}`;
      return [
        await mailsOf(tx),
        await tx`select status, status_note, answer_link from public.request_status(${row!.protocol})`,
      ] as const;
    });
    expect(mails).toMatchObject([
      {
        template: "trip_panel_answered",
        locale: "es-419",
        data: { note: "Buen viaje", url: "https://example.org/painel/1", origin: "Lages", destination: "Urubici" },
      },
    ]);
    expect([...shown]).toEqual([
      { status: "ready", status_note: "Buen viaje", answer_link: "https://example.org/painel/1" },
    ]);
  });

  it.each([
    ["", "https://example.org"],
    ["Pronto", "http://example.org"],
    ["Pronto", "javascript:alert(1)"],
    ["Pronto", "/painel"],
  ])("refuses the answer '%s' with the link '%s'", async (text, link) => {
    const attempt = asOwner(async (tx) => {
      const id = await send(tx, "submit_trip_panel_request", "trip_panel_requests", TRIP);
      await becomeRole(tx, "admin");
      return answer(tx, id, text, link);
    });
    await expect(attempt).rejects.toMatchObject({ message: "invalid" });
  });

  it.each(ACTORS)("by %s is answered only with the permission", async (actor) => {
    const outcome = await asOwner(async (tx) => {
      const id = await send(tx, "submit_trip_panel_request", "trip_panel_requests", TRIP);
      await becomeRole(tx, actor);
      return answer(tx, id, "Pronto", null).then(
        ({ outcome: result }) => result,
        ({ code }: { code: string }) => code,
      );
    });
    expect(outcome).toBe(ADMINS_UP.some((one) => one === actor) ? "saved" : "42501");
  });

  it("undone removes text and link", async () => {
    const [row] = await asOwner(async (tx) => {
      const id = await send(tx, "submit_trip_panel_request", "trip_panel_requests", TRIP);
      await becomeRole(tx, "admin");
      await answer(tx, id, "Pronto", "https://example.org");
      await decide(tx, "decide_trip_panel_request", id, "reopen");
      return tx`select status, status_note, answer_link from public.trip_panel_requests where id = ${id}`;
    });
    expect(row).toEqual({ status: "received", status_note: null, answer_link: null });
  });
});

it("an applicant whose refusal was undone gets no confirmation of a new application", async () => {
  const mails = await asOwner(async (tx) => {
    await tx`delete from public.sellers where user_id = ${ID_OF.another_user} and not exists (select from public.sales where seller_id = sellers.id)`;
    const [row] = await tx<{ id: string }[]>`
      insert into public.sellers (user_id, full_name, document, phone, status) values (${ID_OF.another_user}, 'Bia', ${newDocument()}, '48999990000', 'pending')
      on conflict (user_id) do update set status = 'pending' returning id`;
    await tx`delete from private.outbox where job = 'send-mail'`;
    await decide(tx, "decide_seller", row!.id, "reject", "Engano");
    await decide(tx, "decide_seller", row!.id, "reopen");
    await passTwoMinutes(tx);
    return mailsOf(tx);
  });
  expect(mails).toEqual([]);
});

it("the functions behind the mails can be executed by the database only", async () => {
  await expect(
    asRole("superadministrador", (tx) => tx`select private.cancel_mail(gen_random_uuid())`),
  ).rejects.toMatchObject({ code: "42501" });
});
