import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { ACTORS, ADMINS_UP, EDITORS_UP, ID_OF, type Actor } from "../actors";
import { asOwner, asRole, becomeRole } from "../as-role";
import { refused } from "../outcomes";

const PLACE = {
  kind: "new",
  state_abbr: "sc",
  requester_name: "Ana",
  requester_email: "ana@example.org",
  name: "Pousada São João",
  category_key: "lodging",
  attributes: ["gated", "nonsense"],
  makes: "Fusca, Opala",
  city: "Lages",
  phone: "(49) 3222-0000",
  opening_hours: "8h às 18h",
  photos: ["2026-11/00000000-0000-4000-8000-000000000001.webp", "../../keys.env"],
};

type Answer = { outcome: string; status: string; id: string; table: string; by: string; restored: boolean };

const SUBJECTS = {
  decide_trip_panel_request:
    "insert into public.trip_panel_requests (name, email, delivery_kind, origin, destination) values ('Ana', 'ana@example.org', 'digital', 'Lages', 'Urubici') returning id",
  decide_takedown_request:
    "insert into public.takedown_requests (url, claimant_name, email, reason) values ('/blog/x', 'Ana', 'ana@example.org', 'Foto minha') returning id",
  decide_report:
    "insert into public.reports (subject_type, subject_id, reason) values ('page', '/teste', 'wrong') returning id",
  decide_app_review: "insert into public.app_reviews (rating, publish_ok) values (5, true) returning id",
  decide_ad_lead:
    "insert into public.ad_leads (company, contact_name, email) values ('Hotel', 'Ana', 'ana@example.org') returning id",
  decide_service_request:
    "insert into public.service_requests (kind, payload, requester_name, requester_email, state_abbr) values ('new', '{\"name\": \"Museu\", \"category_key\": \"museum\"}', 'Ana', 'ana@example.org', 'SC') returning id",
} as const;
type DecideFunction = keyof typeof SUBJECTS;

const WHO: Record<DecideFunction, readonly Actor[]> = {
  decide_trip_panel_request: ADMINS_UP,
  decide_takedown_request: ADMINS_UP,
  decide_report: ADMINS_UP,
  decide_app_review: ADMINS_UP,
  decide_ad_lead: EDITORS_UP,
  decide_service_request: ADMINS_UP,
};

const decide = async (
  tx: TransactionSql,
  name: DecideFunction,
  id: string,
  decision: string,
  reason: string | null = null,
  expectedStatus: string | null = null,
) => {
  const [row] = await tx`select public.${tx(name)}(${id}, ${decision}, ${reason}, ${expectedStatus}) as answer`;
  return row?.answer as Answer;
};

/** Makes a decision as an actor in a transaction that is rolled back. */
const as = async (
  actor: Actor,
  name: DecideFunction,
  ...[decision, reason, expectedStatus]: [string, (string | null)?, (string | null)?]
) =>
  asOwner(async (tx) => {
    const [row] = await tx.unsafe<{ id: string }[]>(SUBJECTS[name]);
    await becomeRole(tx, actor);
    return decide(tx, name, row!.id, decision, reason, expectedStatus);
  });

describe.each(Object.keys(SUBJECTS) as DecideFunction[])("%s", (name) => {
  it.each(ACTORS.map((actor) => [actor, WHO[name].includes(actor) ? "saved" : "refused"] as const))(
    "by %s is %s",
    async (actor, verdict) => {
      const outcome = await as(actor, name, "approve").then(
        ({ outcome: result }) => result,
        (error: { code: string }) => (error.code === "42501" ? "refused" : error.code),
      );
      expect(outcome).toBe(verdict);
    },
  );

  it("requires a reason for a refusal and names the missing field", async () => {
    await expect(as("admin", name, "reject", "  ")).rejects.toMatchObject({
      message: "invalid",
      detail: "reason",
    });
  });

  it("returns to the second of two moderators that a decision exists", async () => {
    const second = await asOwner(async (tx) => {
      const [row] = await tx.unsafe<{ id: string; status?: string }[]>(SUBJECTS[name]);
      const waiting = name === "decide_report" ? "open" : name === "decide_app_review" ? "pending" : "received";
      await becomeRole(tx, "admin");
      expect(await decide(tx, name, row!.id, "reject", "Repetido", waiting)).toMatchObject({ outcome: "saved" });
      await tx`reset role`;
      await becomeRole(tx, "main_admin");
      return decide(tx, name, row!.id, "approve", null, waiting);
    });
    expect(second).toMatchObject({ outcome: "conflict" });
    expect(second.by).toBeTruthy();
  });

  it("can be undone once", async () => {
    const answers = await asOwner(async (tx) => {
      const [row] = await tx.unsafe<{ id: string }[]>(SUBJECTS[name]);
      await becomeRole(tx, "admin");
      await decide(tx, name, row!.id, "reject", "Repetido");
      return [await decide(tx, name, row!.id, "reopen"), await decide(tx, name, row!.id, "reopen")];
    });
    expect(answers.map(({ outcome }) => outcome)).toEqual(["saved", "conflict"]);
  });

  it("rejects unknown decisions and unknown items", async () => {
    await expect(
      as("admin", name, "explode").then(
        ({ outcome }) => outcome,
        ({ message }: Error) => message,
      ),
    ).resolves.toMatch(/conflict|invalid/);
    expect(await asRole("admin", async (tx) => decide(tx, name, ID_OF.user, "approve"))).toEqual({
      outcome: "gone",
    });
  });
});

describe("a status", () => {
  it.each([
    ["service_requests", "decide_service_request", "status = 'approved'"],
    ["service_requests", "decide_service_request", "status_note = 'oi'"],
    ["trip_panel_requests", "decide_trip_panel_request", "status = 'delivered'"],
    ["takedown_requests", "decide_takedown_request", "status = 'accepted'"],
    ["ad_leads", "decide_ad_lead", "status = 'won'"],
    ["reports", "decide_report", "status = 'resolved'"],
    ["app_reviews", "decide_app_review", "status = 'published'"],
    ["app_reviews", "decide_app_review", "publish_ok = true"],
  ] as const)("of %s cannot be changed by REST: %s, set %s", async (table, name, change) => {
    const forge = asRole(
      "superadministrador",
      (tx) => tx.unsafe(SUBJECTS[name]),
      (tx) => tx.unsafe(`update public.${table} set ${change}`),
    );
    await expect(forge).rejects.toMatchObject({ code: "42501" });
  });
});

/** Submits a request as a visitor, then continues as an administrator. */
const withRequest = <T>(payload: Record<string, unknown>, run: (tx: TransactionSql, id: string) => Promise<T>) =>
  asOwner(async (tx) => {
    const [sent] = await tx`select public.submit_service_request(${tx.json(payload as never)}) as protocol`;
    const [row] = await tx<
      { id: string }[]
    >`select id from public.service_requests where protocol = ${sent!.protocol as string}`;
    await becomeRole(tx, "admin");
    return run(tx, row!.id);
  });

describe("an approved request", () => {
  it("becomes a draft with slug, photos and the guide's data about its town", async () => {
    const place = await withRequest(PLACE, async (tx, id) => {
      const answer = await decide(tx, "decide_service_request", id, "approve");
      return (await tx`select * from public.services where id = ${answer.id}`)[0];
    });
    expect(place).toMatchObject({
      slug: "pousada-sao-joao",
      state_abbr: "SC",
      status: "draft",
      city_ibge: 4_209_300,
      phone: "(49) 3222-0000",
      attributes: { gated: true, makes: ["Fusca", "Opala"] },
      description: "Horário informado: 8h às 18h",
      cover_url: "/storage/v1/object/public/place-photos/2026-11/00000000-0000-4000-8000-000000000001.webp",
      photos: [],
    });
  });

  it("with an existing name gets a unique slug", async () => {
    const slugs = await withRequest(PLACE, async (tx, id) => {
      const first = await decide(tx, "decide_service_request", id, "publish");
      await tx`reset role`;
      await tx`select public.submit_service_request(${tx.json(PLACE)})`;
      const [again] = await tx<
        { id: string }[]
      >`select id from public.service_requests where id <> ${id} and payload ->> 'name' = ${PLACE.name}`;
      await becomeRole(tx, "admin");
      const second = await decide(tx, "decide_service_request", again!.id, "publish");
      return tx`select slug, status from public.services where id in (${first.id}, ${second.id}) order by slug`;
    });
    expect([...slugs]).toEqual([
      { slug: "pousada-sao-joao", status: "published" },
      { slug: "pousada-sao-joao-2", status: "published" },
    ]);
  });

  it("for a club becomes a club", async () => {
    const answer = await withRequest(
      { ...PLACE, subject: "club", category_key: "other", name: "Clube do Fusca" },
      (tx, id) => decide(tx, "decide_service_request", id, "publish"),
    );
    expect(answer).toMatchObject({ outcome: "saved", table: "clubs" });
  });

  it("is moved to the trash when the approval is undone", async () => {
    const [place] = await withRequest(PLACE, async (tx, id) => {
      const made = await decide(tx, "decide_service_request", id, "approve");
      expect(await decide(tx, "decide_service_request", id, "reopen")).toMatchObject({
        outcome: "saved",
        status: "in_review",
        restored: true,
      });
      return tx`select deleted_at is not null as gone from public.services where id = ${made.id}`;
    });
    expect(place).toEqual({ gone: true });
  });

  it("that corrects a place changes it, writes an audit entry, and can be reverted", async () => {
    const steps = await asOwner(async (tx) => {
      const [place] = await tx<{ id: string }[]>`
        insert into public.services (category_key, name, slug, state_abbr, status, address) values ('lodging', 'Hotel', 'hotel-teste', 'SC', 'published', 'Rua A') returning id`;
      await tx`select public.submit_service_request(${tx.json({ ...PLACE, kind: "correction", service_id: place!.id, message: "Mudou", address: "Rua B" })})`;
      const [row] = await tx<{ id: string }[]>`select id from public.service_requests where service_id = ${place!.id}`;
      await becomeRole(tx, "admin");
      await decide(tx, "decide_service_request", row!.id, "approve");
      const [after] = await tx`select address, phone from public.services where id = ${place!.id}`;
      await decide(tx, "decide_service_request", row!.id, "reopen");
      const [back] = await tx`select address, phone from public.services where id = ${place!.id}`;
      await tx`reset role`;
      const [trail] =
        await tx`select count(*)::int from public.audit_log where entity = 'service_requests' and entity_id = ${row!.id} and actor_id = ${ID_OF.admin}`;
      return { after, back, trail };
    });
    expect(steps).toEqual({
      after: { address: "Rua B", phone: "(49) 3222-0000" },
      back: { address: "Rua A", phone: null },
      trail: { count: 2 },
    });
  });

  it("that is refused shows the reason to the holder of the protocol", async () => {
    const [status] = await withRequest(PLACE, async (tx, id) => {
      await decide(tx, "decide_service_request", id, "reject", "Fora do guia");
      const [row] = await tx<{ protocol: string }[]>`select protocol from public.service_requests where id = ${id}`;
      await tx`reset role`;
      await becomeRole(tx, "anon");
      return tx`select status, status_note from public.request_status(${row!.protocol})`;
    });
    expect(status).toEqual({ status: "rejected", status_note: "Fora do guia" });
  });
});

describe("a review", () => {
  it("is not published without its author's consent", async () => {
    const answer = await asOwner(async (tx) => {
      const [row] = await tx<
        { id: string }[]
      >`insert into public.app_reviews (rating, publish_ok) values (5, false) returning id`;
      await becomeRole(tx, "admin");
      return decide(tx, "decide_app_review", row!.id, "approve");
    });
    expect(answer).toEqual(refused("no_consent"));
  });

  it.each(ACTORS.map((actor) => [actor, ADMINS_UP.some((admin) => admin === actor)] as const))(
    "can be answered by %s: %s",
    async (actor, can) => {
      const answered = await asOwner(async (tx) => {
        const [row] = await tx<{ id: string }[]>`insert into public.app_reviews (rating) values (5) returning id`;
        await becomeRole(tx, actor);
        return tx`select public.reply_app_review(${row!.id}, 'Obrigado')`.then(
          () => true,
          () => false,
        );
      });
      expect(answered).toBe(can);
    },
  );
});

it.each(ACTORS.map((actor) => [actor, EDITORS_UP.some((staff) => staff === actor)] as const))(
  "%s can read the names of colleagues: %s",
  async (actor, can) => {
    const rows = await asRole(actor, (tx) => tx`select username from public.staff_names()`).catch(() => []);
    expect(rows.length > 0).toBe(can);
  },
);
