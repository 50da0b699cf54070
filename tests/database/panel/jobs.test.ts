import { revalidationSchema } from "@/lib/platform/revalidation/schema";
import { randomUUID } from "node:crypto";
import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { ACTORS, ID_OF, MAIN_ADMINS_UP } from "../actors";
import { addAd } from "../commerce/ad-rows";
import { asOwner, asRole, sql } from "../as-role";
import { factsOf, makeSale, openCard, openPix, send } from "../commerce/money";
import { newDocument } from "../commerce/sale-support";

const mailsOf = (tx: TransactionSql) => tx<
  { to: string; template: string; data: Record<string, unknown>; locale: string }[]
>`
  select data ->> 'to' as to, data ->> 'template' as template, data -> 'data' as data, data ->> 'locale' as locale from private.outbox where job = 'send-mail' and created_at = now() order by id`;

/** Mails about the requests, except the confirmations. */
const answersOf = async (tx: TransactionSql) =>
  (await mailsOf(tx)).filter(({ template }) => template !== "request_received");

describe("access", () => {
  it.each(ACTORS.map((actor) => [actor, MAIN_ADMINS_UP.some((reader) => reader === actor)] as const))(
    "%s can read the jobs and run one again: %s",
    async (actor, can) => {
      const calls = ["public.job_overview()", `public.run_job_again('send-mail', '${randomUUID()}')`];
      const answers = await Promise.all(
        calls.map((call) =>
          asRole(actor, (tx) => tx.unsafe(`select ${call}`)).then(
            () => "done",
            (error: { code: string }) => error.code,
          ),
        ),
      );
      expect(answers).toEqual(calls.map(() => (can ? "done" : "42501")));
    },
  );

  it.each(ACTORS)("%s cannot enqueue mail", async (actor) => {
    await expect(asRole(actor, (tx) => tx`select public.enqueue_mail('a@example.org', 'x_y')`)).rejects.toMatchObject({
      code: "42501",
    });
  });

  const TABLES = [
    "private.outbox",
    "private.workers",
    "private.job_schedules",
    "private.answered_requests",
    "private.publication",
    "private.expired_tags",
    "private.attempt_counts",
  ];
  it.each(([...ACTORS, "service_role"] as const).flatMap((actor) => TABLES.map((table) => [actor, table] as const)))(
    "%s cannot access %s",
    async (actor, table) => {
      await expect(asRole(actor, (tx) => tx.unsafe(`select 1 from ${table}`))).rejects.toMatchObject({
        code: "42501",
      });
    },
  );

  it("the overview contains no job data", async () => {
    const [row] = await asRole(
      "superadministrador",
      (tx) => tx`select private.enqueue_mail('secreta@example.org', 'request_answered', '{"name": "Secreta"}')`,
      (tx) => tx<{ overview: object }[]>`select public.job_overview() as overview`,
    );
    expect(Object.keys(row!.overview).toSorted()).toEqual(["failures", "outbox", "queues", "schedules", "workers"]);
    expect(JSON.stringify(row)).not.toMatch(/secreta/i);
  });
});

describe("enqueue_mail", () => {
  it("enqueues a mail of the server, in Portuguese when the language is unknown", async () => {
    const mails = await asRole("service_role", async (tx) => {
      await tx`select public.enqueue_mail('ana@example.org', 'request_answered', '{"name": "Ana"}', 'xx')`;
      await tx`reset role`;
      return mailsOf(tx);
    });
    expect([...mails]).toEqual([
      { to: "ana@example.org", template: "request_answered", data: { name: "Ana" }, locale: "pt-BR" },
    ]);
  });

  it.each([
    "",
    "ana",
    "ana@",
    "@x",
    "a@b@c",
    "a b@example.org",
    "Ana <ana@example.org>",
    "ana@example.org,eva@example.org",
    "ana@example.org\r\nBcc: eva@example.org",
    `${"a".repeat(250)}@example.org`,
  ])("refuses '%s' as a recipient", async (address) => {
    await expect(
      asOwner((tx) => tx`select private.enqueue_mail(${address}, 'request_answered')`),
    ).rejects.toMatchObject({ message: "invalid_recipient" });
  });
});

describe("schedules", () => {
  it.each([
    ["10 s", "2026-11-22T12:00:09Z", "2026-11-22T12:00:00Z", "2026-11-22T12:00:10Z"],
    ["10 s", "2026-11-22T12:00:10Z", "2026-11-22T12:00:10Z", "2026-11-22T12:00:20Z"],
    ["03:30", "2026-11-22T06:29:59Z", "2026-11-21T06:30:00Z", "2026-11-22T06:30:00Z"],
    ["03:30", "2026-11-22T06:30:00Z", "2026-11-22T06:30:00Z", "2026-11-23T06:30:00Z"],
    ["23:30", "2026-11-22T01:00:00Z", "2026-11-21T02:30:00Z", "2026-11-22T02:30:00Z"],
    // In São Paulo, daylight saving time 2018 began at midnight, so 00:30 did not exist on that day.
    ["03:30", "2018-11-04T12:00:00Z", "2018-11-04T05:30:00Z", "2018-11-05T05:30:00Z"],
  ])("%s at %s was due at %s and is due at %s", async (schedule, moment, last, next) => {
    const [row] = await sql<
      { last: Date; next: Date }[]
    >`select private.last_due(${schedule}, ${moment}) as last, private.next_due(${schedule}, ${moment}) as next`;
    expect([row!.last.toISOString(), row!.next.toISOString()]).toEqual(
      [last, next].map((text) => new Date(text).toISOString()),
    );
  });

  it("a scheduled time enqueues its job once, for any number of workers and missed times", async () => {
    await sql`insert into private.job_schedules (job, schedule, last_due_at) values ('test-due', '03:30', now() - interval '9 days'), ('test-later', '03:30', private.last_due('03:30', now()))`;
    try {
      await Promise.all(Array.from({ length: 20 }, () => sql`select private.enqueue_due_jobs()`));
      expect([...(await sql`select job from private.outbox where job like 'test-%'`)]).toEqual([{ job: "test-due" }]);
    } finally {
      await sql`delete from private.job_schedules where job like 'test-%'`;
      await sql`delete from private.outbox where job like 'test-%'`;
    }
  });
});

describe("publication", () => {
  const PAST = "now() - interval '1 second'";
  const addPost = (slug: string, status: string, at: string, state = "null") =>
    `insert into public.blog_posts (slug, title, category_key, state_abbr, status, publish_at) values ('${slug}', 'Teste', 'viagem', ${state}, '${status}', ${at})`;
  const tagsAfter = (...statements: string[]) =>
    asOwner(async (tx) => {
      await tx`update private.publication set done_until = now() - interval '10 seconds', events_until = now()`;
      for (const statement of statements) await tx.unsafe(statement);
      await tx`select private.publish_due()`;
      await tx`select private.publish_due()`;
      return (
        await tx<
          { tags: string[] }[]
        >`select tags from private.expired_tags where transaction_id = pg_current_xact_id() and source is null order by id`
      ).map(({ tags }) => tags);
    });

  it("revalidates the pages of a post once, after its publication time", async () => {
    expect(
      await tagsAfter(addPost("teste-a", "scheduled", PAST, "'SC'"), addPost("teste-b", "scheduled", PAST)),
    ).toEqual([["blog", "blog:SC"]]);
  });

  it("also revalidates a post that is set to published with a time", async () => {
    expect(await tagsAfter(addPost("teste-a", "published", PAST))).toEqual([["blog"]]);
  });

  it("a scheduled post is published at its time", async () => {
    const [post] = await asOwner(async (tx) => {
      await tx.unsafe(addPost("teste-a", "scheduled", PAST));
      await tx`select private.publish_due()`;
      return tx`select status from public.blog_posts where slug = 'teste-a'`;
    });
    expect(post).toEqual({ status: "published" });
  });

  it("revalidates the pages of a starting banner and of legal texts that come into force, once", async () => {
    const banner = `insert into public.ads (advertiser, image_desktop, image_mobile, alt, link_url, starts_at, ends_at, status)
      values ('Anunciante', '/arte/2026-11/00000000-0000-4000-8000-0000000000d1.webp', '/arte/2026-11/00000000-0000-4000-8000-0000000000d2.webp', 'Arte', 'https://example.org', ${PAST}, now() + interval '1 day', 'approved')`;
    const terms = `insert into public.legal_documents (key, version, locale, title, body, effective_at) values ('termos-de-uso', '99', 'pt-BR', 'Termos', 'Texto', ${PAST})`;
    const enqueued = await tagsAfter(banner, terms);
    expect(enqueued).toEqual([["ads", "legal_documents"]]);
    for (const tags of enqueued) expect(revalidationSchema.safeParse({ tags }).success).toBe(true);
  });

  it.each([
    ["a draft", addPost("teste-a", "draft", PAST)],
    ["a post of tomorrow", addPost("teste-a", "scheduled", "now() + interval '1 day'")],
    ["a post of yesterday", addPost("teste-a", "published", "now() - interval '1 day'")],
    ["nothing", "select 1"],
  ])("does not revalidate because of %s", async (_, statement) => {
    expect(await tagsAfter(statement)).toEqual([]);
  });
});

describe("mails of the portal", () => {
  const request = (
    tx: TransactionSql,
    { status = "approved", ago = "3 minutes", note = "Boa" as string | null } = {},
  ) => tx<{ id: string }[]>`
    insert into public.service_requests (kind, payload, requester_name, requester_email, state_abbr, status, status_note, decided_at, decided_by)
    values ('correction', '{}', 'Ana', 'ana@example.org', 'SC', ${status}, ${note}, now() - ${ago}::interval, ${ID_OF.admin}) returning id`;

  it("a decision about a request is mailed once, after two minutes", async () => {
    const mails = await asOwner(async (tx) => {
      await request(tx);
      await request(tx, { ago: "1 minute" });
      await request(tx, { ago: "2 days" });
      await request(tx, { status: "in_review" });
      await tx`select private.answer_requests()`;
      await tx`select private.answer_requests()`;
      return answersOf(tx);
    });
    expect([...mails]).toEqual([
      {
        to: "ana@example.org",
        template: "request_answered",
        locale: "pt-BR",
        data: {
          name: "Ana",
          protocol: expect.stringMatching(/^LC-/) as string,
          status: "approved",
          note: "Boa",
          path: "/sc/cadastro",
        },
      },
    ]);
  });

  it("an undone decision is not mailed, nor is a second one", async () => {
    const statuses = await asOwner(async (tx) => {
      const [row] = await request(tx, { status: "rejected", ago: "1 minute" });
      await tx`update public.service_requests set status = 'in_review', decided_at = null where id = ${row!.id}`;
      await tx`select private.answer_requests()`;
      await tx`update public.service_requests set status = 'approved', decided_at = now() - interval '3 minutes' where id = ${row!.id}`;
      await tx`select private.answer_requests()`;
      return (await answersOf(tx)).map(({ data }) => data.status);
    });
    expect(statuses).toEqual(["approved"]);
  });

  it("an invalid address does not block the other mails", async () => {
    const mails = await asOwner(async (tx) => {
      await tx`update public.service_requests set requester_email = 'a b' where id = ${(await request(tx, { ago: "5 minutes" }))[0]!.id}`;
      await request(tx);
      await tx`select private.answer_requests()`;
      return answersOf(tx);
    });
    expect(mails.map(({ to }) => to)).toEqual(["ana@example.org"]);
  });

  it("the decision about a seller is mailed to the account", async () => {
    const mails = await asOwner(async (tx) => {
      await tx`delete from public.sellers where user_id = ${ID_OF.another_user} and not exists (select from public.sales where seller_id = sellers.id)`;
      await tx`update public.profiles set locale = 'en-US' where id = ${ID_OF.another_user}`;
      await tx`insert into public.sellers (user_id, full_name, document, phone, status, decided_at) values (${ID_OF.another_user}, 'Vera', ${newDocument()}, '48999990000', 'active', now() - interval '3 minutes') on conflict (user_id) do update set status = 'active', decided_at = now() - interval '3 minutes'`;
      await tx`delete from private.answered_requests`;
      await tx`select private.answer_requests()`;
      return answersOf(tx);
    });
    expect(mails.find(({ template }) => template === "seller_decided")).toMatchObject({
      to: "another_user@actors.example.org",
      locale: "en-US",
      data: { status: "active", path: "/vendedor/dashboard" },
    });
  });

  it("a paid sale mails the client in the same transaction, once", async () => {
    const mails = await asOwner(async (tx) => {
      const sale = await makeSale(tx);
      const card = await openCard(tx, sale);
      await send(tx, "checkout.session.completed", factsOf("checkout.session.completed", card, sale.cents));
      await send(tx, "checkout.session.completed", factsOf("checkout.session.completed", card, sale.cents));
      return answersOf(tx);
    });
    expect(mails.filter(({ template }) => template !== "sale_created")).toEqual([
      {
        to: "ana@example.org",
        template: "payment_confirmed",
        locale: "pt-BR",
        data: expect.objectContaining({
          plan: "Estrada",
          company: "Hotel Serra",
          amount: 450,
          attach_contract: true,
          link_kind: "payment",
        }) as object,
      },
    ]);
  });

  const templatesAfter = (
    steps: (tx: TransactionSql, sale: Awaited<ReturnType<typeof makeSale>>) => Promise<unknown>,
  ) =>
    asOwner(async (tx) => {
      await steps(tx, await makeSale(tx));
      return (await mailsOf(tx)).map(({ template }) => template).toSorted();
    });
  const receive = (tx: TransactionSql, pix: string) =>
    tx`update public.payments set status = 'review', receipt_sent_at = now() where id = ${pix}`;

  it.each([
    ["a sale that is made", () => Promise.resolve(), ["sale_created"]],
    [
      "a receipt that arrives",
      async (tx, sale) => receive(tx, await openPix(tx, sale)),
      ["receipt_received", "sale_created"],
    ],
    [
      "a receipt that is refused",
      async (tx, sale) => {
        const pix = await openPix(tx, sale);
        await receive(tx, pix);
        await tx`update public.payments set status = 'pending', note = 'Valor menor' where id = ${pix}`;
      },
      ["receipt_received", "receipt_refused", "sale_created"],
    ],
    [
      "a refund",
      async (tx, sale) => {
        const card = await openCard(tx, sale);
        await send(tx, "checkout.session.completed", factsOf("checkout.session.completed", card, sale.cents));
        await send(tx, "charge.refunded", factsOf("charge.refunded", card, sale.cents));
      },
      ["payment_confirmed", "payment_refunded", "sale_created"],
    ],
    [
      "a sale that is cancelled",
      (tx, sale) => tx`update public.sales set cancelled_at = now(), cancel_reason = 'Desistiu' where id = ${sale.id}`,
      ["sale_cancelled", "sale_created"],
    ],
  ] satisfies [string, Parameters<typeof templatesAfter>[0], string[]][])(
    "%s is mailed to the client",
    async (_, steps, expected) => {
      expect(await templatesAfter(steps)).toEqual(expected);
    },
  );

  it("an application is confirmed in the language of the account", async () => {
    const mails = await asOwner(async (tx) => {
      await tx`update public.profiles set locale = 'es-419' where id = ${ID_OF.user}`;
      await tx`insert into public.sellers (user_id, full_name, document, phone) values (${ID_OF.user}, 'Rita', ${newDocument()}, '48999990000')`;
      return mailsOf(tx);
    });
    expect([...mails]).toEqual([
      {
        to: "user@actors.example.org",
        template: "seller_applied",
        locale: "es-419",
        data: { name: "Rita", path: "/vendedor/cadastro" },
      },
    ]);
  });

  it("approved or refused art is mailed after two minutes, and the end of a banner once, 15 days before", async () => {
    const mails = await asOwner(async (tx) => {
      for (const status of ["approved", "rejected"]) {
        const sale = await makeSale(tx);
        await tx`delete from public.ads where sale_id = ${sale.id}`;
        await addAd(tx, {
          sale_id: sale.id,
          status,
          reason: status === "rejected" ? "Texto ilegível" : null,
          decided_at: new Date(Date.now() - 180_000),
          ends_at: new Date(Date.now() + 10 * 86_400_000),
        });
      }
      await tx`select private.answer_requests()`;
      await tx`select private.mail_sale_reminders()`;
      await tx`select private.mail_sale_reminders()`;
      return mailsOf(tx);
    });
    const sent = mails
      .filter(({ template }) => template !== "sale_created")
      .map(({ template, data }) => ({ template, status: data.status, link: data.link_kind }));
    expect(sent).toHaveLength(3);
    expect(sent).toEqual(
      expect.arrayContaining([
        { template: "ad_ending", link: "report" },
        { template: "art_decided", status: "approved", link: "report" },
        { template: "art_decided", status: "rejected", link: "report" },
      ]),
    );
  });
});

describe("a request", () => {
  const ask = (tx: TransactionSql, email: string) => tx<{ protocol: string }[]>`
    select public.submit_ad_lead(${tx.json({ company: "Oficina", contact_name: "www.propaganda.example", email })}) as protocol`;

  it("is confirmed by mail with its protocol, without text from the sender", async () => {
    const [asked, mails] = await asOwner(async (tx) => [await ask(tx, "ana@example.org"), await mailsOf(tx)] as const);
    expect(mails).toEqual([
      {
        to: "ana@example.org",
        template: "request_received",
        data: { protocol: asked[0]!.protocol, path: "/anuncie-aqui" },
        locale: "pt-BR",
      },
    ]);
  });

  it("sends at most three confirmations a day to one address", async () => {
    const mails = await asOwner(async (tx) => {
      for (let turn = 0; turn < 5; turn += 1) await ask(tx, "Ana@example.org");
      return mailsOf(tx);
    });
    expect(mails).toHaveLength(3);
  });

  it.each([
    ["service_requests", "'requester_email', '/{uf}/cadastro#consulta'"],
    ["trip_panel_requests", "'email', '/solicitar-painel-viagem'"],
    ["takedown_requests", "'email', '/direitos-autorais'"],
  ])("of %s is confirmed too", async (table, given) => {
    const [trigger] = await sql<
      { definition: string }[]
    >`select pg_get_triggerdef(oid) as definition from pg_trigger where tgname = ${`${table}_mail_received`}`;
    expect(trigger!.definition).toContain(
      `AFTER INSERT ON public.${table} FOR EACH ROW EXECUTE FUNCTION private.mail_received_request(${given})`,
    );
  });
});
