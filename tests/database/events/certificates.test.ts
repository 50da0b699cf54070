import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { describeAccess } from "../access";
import { ADMINS_UP, EDITORS_UP, NOBODY } from "../actors";
import { asOwner, asRole, becomeRole, callAs } from "../as-role";
import { addEntrant, addMeeting, addTemplate } from "./certificate-rows";

/** One entrant of a meeting with an issued certificate. */
async function addCertificate(tx: TransactionSql) {
  const meeting = await addMeeting(tx);
  const [entrant, template] = [await addEntrant(tx, meeting), await addTemplate(tx)];
  const [row] = await tx<{ id: string }[]>`
    select private.issue_certificate(${entrant.registration}, ${template}, 8, null, null) as id`;
  return { ...meeting, ...entrant, template, certificate: row!.id };
}

async function addBatch(tx: TransactionSql) {
  const { event, registration, template } = await addCertificate(tx);
  await tx`insert into public.certificate_batches (event_id, template_id, registrations) values (${event}, ${template}, ${[registration]})`;
}

describeAccess("certificate_templates", addTemplate, [
  ["select", EDITORS_UP, "select 1 from public.certificate_templates where name = 'Modelo de teste'"],
  ["insert", ADMINS_UP, "insert into public.certificate_templates (name) values ('Outro modelo')"],
  ["update", ADMINS_UP, "update public.certificate_templates set is_active = false where name = 'Modelo de teste'"],
  ["delete", NOBODY, "delete from public.certificate_templates"],
]);

describeAccess("certificates", addCertificate, [
  ["select a certificate of the account user", ["user", ...ADMINS_UP], "select 1 from public.certificates"],
  ["update", NOBODY, "update public.certificates set full_name = 'X'"],
  [
    "insert",
    NOBODY,
    `
        insert into public.certificates (code, event_id, full_name, facts, layout)
        select code, event_id, full_name, facts, layout from public.certificates`,
    addCertificate,
  ],
  ["delete", NOBODY, "delete from public.certificates"],
]);

describeAccess("certificate_batches", addBatch, [
  ["select", ADMINS_UP, "select 1 from public.certificate_batches"],
  [
    "insert",
    NOBODY,
    "insert into public.certificate_batches (event_id, template_id, registrations) select event_id, template_id, registrations from public.certificate_batches",
    addBatch,
  ],
  ["update", NOBODY, "update public.certificate_batches set registrations = registrations"],
  ["delete", NOBODY, "delete from public.certificate_batches"],
]);

describeAccess(
  "certificate_checks",
  "insert into public.certificate_checks (day, state) values ('2020-01-01', 'unknown')",
  [
    ["select", ADMINS_UP, "select 1 from public.certificate_checks"],
    ["insert", NOBODY, "insert into public.certificate_checks (day, state) values ('2020-01-02', 'unknown')"],
    ["update", NOBODY, "update public.certificate_checks set day = day"],
    ["delete", NOBODY, "delete from public.certificate_checks"],
  ],
);

describe("a batch of certificates", () => {
  const begin = (tx: TransactionSql, event: string, template: string, registrations: string[]) =>
    tx<{ id: string }[]>`select public.issue_certificates(${event}, ${template}, ${registrations}::uuid[], 8) as id`;
  const next = async (tx: TransactionSql, batch: string, most: number) =>
    (await tx<{ left: number }[]>`select private.continue_certificate_batch(${batch}, ${most}) as left`)[0]!.left;

  it("issues in steps, once per person, and counts its progress", async () => {
    const found = await asOwner(async (tx) => {
      const [meeting, template] = [await addMeeting(tx), await addTemplate(tx)];
      const people: string[] = [];
      for (const name of ["Carla", "Ana", "Bruno"]) people.push((await addEntrant(tx, meeting, { name })).registration);
      const other = await addEntrant(tx, await addMeeting(tx, { slug: "outro-encontro" }));
      const [batch] = await callAs(tx, "admin", () =>
        begin(tx, meeting.event, template, [...people, other.registration]),
      );
      const left = [await next(tx, batch!.id, 2), await next(tx, batch!.id, 2), await next(tx, batch!.id, 2)];
      const [again] = await callAs(tx, "admin", () => begin(tx, meeting.event, template, people));
      await next(tx, again!.id, 100);
      return {
        left,
        names: (await tx`select full_name from public.certificates order by full_name`).map((row) => row.full_name),
        batches: [
          ...(await tx`select total, done, issued, ended_at is not null as ended from public.certificate_batches order by issued desc`),
        ],
        jobs: (await tx`select 1 from private.outbox where job = 'issue-certificates'`).length,
      };
    });
    expect(found).toEqual({
      left: [1, 0, 0],
      names: ["Ana", "Bruno", "Carla"],
      batches: [
        { total: 3, done: 3, issued: 3, ended: true },
        { total: 3, done: 3, issued: 0, ended: true },
      ],
      jobs: 2,
    });
  });

  it.each(["user", "vendedor", "editor"] as const)("is refused to %s", async (actor) => {
    const started = asOwner(async (tx) => {
      const { event, template, registration } = await addCertificate(tx);
      await becomeRole(tx, actor);
      return begin(tx, event, template, [registration]);
    });
    await expect(started).rejects.toMatchObject({ code: "42501" });
  });

  it("is refused without a registration of the event and with a model that is not in use", async () => {
    const start = (change: (tx: TransactionSql) => Promise<unknown>, registrations: string[] | null) =>
      asOwner(async (tx) => {
        const { event, template, registration } = await addCertificate(tx);
        await change(tx);
        await becomeRole(tx, "admin");
        return begin(tx, event, template, registrations ?? [registration]);
      });
    await expect(start(async () => {}, [])).rejects.toMatchObject({ message: "invalid" });
    const disabled = start((tx) => tx`update public.certificate_templates set is_active = false`, null);
    await expect(disabled).rejects.toMatchObject({ message: "invalid" });
  });
});

describe("a certificate", () => {
  it("keeps the facts and the layout of its day", async () => {
    const row = await asOwner(async (tx) => {
      const { certificate, event, template } = await addCertificate(tx);
      await tx`update public.events set title = 'Outro nome' where id = ${event}`;
      await tx`update public.certificate_templates set fields = '[{"id": "x"}]' where id = ${template}`;
      const [kept] = await tx`
        select facts ->> 'event' as event, facts ->> 'car' as car, facts ->> 'town' as town, facts -> 'hours' as hours, layout -> 'fields' as fields,
          (layout ->> 'version')::int as version, (select version from public.certificate_templates where id = ${template}) as present
        from public.certificates where id = ${certificate}`;
      return kept;
    });
    expect(row).toEqual({
      event: "Encontro de Teste",
      car: "Volkswagen Fusca 1968",
      town: "Florianópolis/SC",
      hours: 8,
      fields: [],
      version: 1,
      present: 2,
    });
  });

  it("has the title of the event in the language of the model", async () => {
    const title = await asOwner(async (tx) => {
      const [entrant, template] = [await addEntrant(tx, await addMeeting(tx)), await addTemplate(tx)];
      await tx`update public.certificate_templates set language = 'en-US' where id = ${template}`;
      await tx`select private.issue_certificate(${entrant.registration}, ${template}, null, null, null)`;
      const [made] = await tx`select facts ->> 'event' as event from public.certificates`;
      return made?.event as string;
    });
    expect(title).toBe("Test Meeting");
  });

  it("stays valid when the registration is deleted", async () => {
    const state = await asOwner(async (tx) => {
      const { registration, certificate } = await addCertificate(tx);
      await tx`delete from public.event_registrations where id = ${registration}`;
      const [row] = await tx<{ answer: { state: string } }[]>`
        select public.verify_certificate(code) as answer from public.certificates where id = ${certificate}`;
      return row!.answer.state;
    });
    expect(state).toBe("valid");
  });

  it("is revoked with a reason, and issued again with another code and the present name", async () => {
    const found = await asOwner(async (tx) => {
      const { certificate, registration } = await addCertificate(tx);
      await tx`update public.event_registrations set full_name = 'Ana Souza Lima' where id = ${registration}`;
      await callAs(tx, "admin", () => tx`select public.reissue_certificate(${certificate}, 'nome errado')`);
      const rows = await tx`
        select full_name, revoke_reason, public.verify_certificate(code) ->> 'state' as state
        from public.certificates order by issued_at, revoked_at nulls last`;
      const codes = await tx`select distinct code from public.certificates`;
      return { codes: codes.length, rows: [...rows] };
    });
    expect(found).toEqual({
      codes: 2,
      rows: [
        { full_name: "Ana Souza", revoke_reason: "nome errado", state: "revoked" },
        { full_name: "Ana Souza Lima", revoke_reason: null, state: "valid" },
      ],
    });
  });

  it("cannot be revoked without a reason or twice", async () => {
    const revoke = (reasons: string[]) =>
      asOwner(async (tx) => {
        const { certificate } = await addCertificate(tx);
        await becomeRole(tx, "admin");
        for (const reason of reasons) await tx`select public.revoke_certificate(${certificate}, ${reason})`;
      });
    await expect(revoke([" "])).rejects.toMatchObject({ message: "invalid" });
    await expect(revoke(["a", "b"])).rejects.toMatchObject({ message: "not_found" });
  });

  it("is mailed once per call with the link of its validation page", async () => {
    const mails = await asOwner(async (tx) => {
      const { certificate } = await addCertificate(tx);
      await becomeRole(tx, "admin");
      await tx`select public.send_certificates(${[certificate]}::uuid[], false)`;
      await tx`select public.send_certificates(${[certificate]}::uuid[], true)`;
      await tx`reset role`;
      return [
        ...(await tx`
          select data ->> 'to' as recipient, data ->> 'template' as template, data -> 'data' ->> 'path' = '/eventos/certificado/' || code as has_link, sent_at is not null as sent
          from private.outbox, public.certificates where job = 'send-mail' and data ->> 'template' = 'certificate_issued' and certificates.id = ${certificate}`),
      ];
    });
    expect(mails).toEqual([
      { recipient: "ana@example.org", template: "certificate_issued", has_link: true, sent: true },
    ]);
  });
});

describe("checking a code", () => {
  it("shows name, event and dates only, and counts valid and unknown codes", async () => {
    const found = await asOwner(async (tx) => {
      const { certificate } = await addCertificate(tx);
      const [known] = await tx<{ answer: object }[]>`
        select public.verify_certificate(lower(code)) as answer from public.certificates where id = ${certificate}`;
      const [unknown] = await tx<{ answer: object }[]>`select public.verify_certificate('AAAAAAAAAA') as answer`;
      const checks = await tx`select state, checks from public.certificate_checks order by state`;
      return { keys: Object.keys(known!.answer).sort(), unknown: unknown!.answer, checks: [...checks] };
    });
    expect(found).toEqual({
      keys: ["ends_at", "event", "name", "starts_at", "state", "time_zone"],
      unknown: { state: "unknown" },
      checks: [
        { state: "unknown", checks: 1 },
        { state: "valid", checks: 1 },
      ],
    });
  });

  it.each(["anon", "user", "superadministrador"] as const)("is not open to %s without the server", async (actor) => {
    const check = asRole(actor, (tx) => tx`select public.verify_certificate('AAAAAAAAAA')`);
    await expect(check).rejects.toMatchObject({ code: "42501" });
  });
});
