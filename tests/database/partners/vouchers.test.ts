import { createHash } from "node:crypto";
import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { describeAccess } from "../access";
import { ACCOUNTS, ACTORS, EDITORS_UP, ID_OF, NOBODY } from "../actors";
import { asOwner, asRole, becomeRole } from "../as-role";
import { addOwnedPlace, OTHER_PLACE, PLACE } from "./place-rows";
import { addVouchers, OFFER, OTHER_VOUCHER, VOUCHER } from "./rows";
import { outcomeKey } from "../../../lib/platform/outcome";
import { refused } from "../outcomes";

const PARTNERS = ["user", "vendedor"] as const;
const STRANGERS = ACCOUNTS.filter((actor) => actor !== "user" && actor !== "vendedor");

const withStatus = (status: string) => async (tx: TransactionSql) => {
  await addOwnedPlace(tx);
  await addVouchers(tx, status);
};
const withDraft = withStatus("draft");

describeAccess("vouchers", withDraft, [
  ["select of a draft", [...PARTNERS, ...EDITORS_UP], (tx) => tx`select id from public.vouchers where id = ${VOUCHER}`],
  [
    "select of a draft of another place",
    EDITORS_UP,
    (tx) => tx`select id from public.vouchers where id = ${OTHER_VOUCHER}`,
  ],
  [
    "select of a published one",
    ACTORS,
    (tx) => tx`select id, title from public.vouchers where id = ${OTHER_VOUCHER}`,
    withStatus("active"),
  ],
  [
    "insert",
    NOBODY,
    (tx) => tx`
      insert into public.vouchers (service_id, title, benefit_type, valid_from, valid_until)
      values (${PLACE}, 'Café', 'gift', current_date, current_date)`,
    addOwnedPlace,
  ],
  ["update", NOBODY, (tx) => tx`update public.vouchers set status = 'active' where id = ${VOUCHER}`],
  ["delete", NOBODY, (tx) => tx`delete from public.vouchers where id = ${VOUCHER}`],
]);

it("visitors do not read who offered and who decided", async () => {
  const read = (column: string) =>
    refusal(asRole("anon", withStatus("active"), (tx) => tx`select ${tx(column)} from public.vouchers`));
  expect([await read("title"), await read("created_by"), await read("decided_by"), await read("status_note")]).toEqual([
    "stored",
    "42501",
    "42501",
    "42501",
  ]);
});

type Saved = {
  outcome: "saved" | "conflict" | "refused" | "gone";
  reason?: string;
  id?: string;
  status?: string;
  updated_at?: string;
};
type SaveOptions = {
  voucher?: string | null;
  place?: string;
  image?: string | null;
  submits?: boolean;
  /** `updated_at` that the form showed; true for the stored one. */
  seen?: true | Date | null;
};

async function save(tx: TransactionSql, changes: object = {}, options: SaveOptions = {}): Promise<Saved> {
  const { voucher = null, place = PLACE, image = null, submits = false, seen = null } = options;
  const [row] = await tx`
    select public.save_voucher(${voucher}, ${place}, ${tx.json({ ...OFFER, ...changes })}, ${image}, ${submits},
      case when ${seen === true} then (select updated_at from public.vouchers where id = ${voucher}) else ${seen === true ? null : seen}::timestamptz end
    ) as answer`;
  return row!.answer as Saved;
}
const statusOf = async (tx: TransactionSql, id = VOUCHER) =>
  (await tx<{ status: string }[]>`select status from public.vouchers where id = ${id}`)[0]?.status;
/** Names of images of the place in their bucket. */
const [USED, OLD, NEW] = [VOUCHER, OTHER_VOUCHER, PLACE].map((id) => `${PLACE}/${id}.webp`) as [string, string, string];
const refusal = (attempt: Promise<unknown>) =>
  attempt.then(
    () => "stored",
    (error: { code?: string; message: string; detail?: string }) =>
      error.message === "invalid" ? `field ${error.detail}` : String(error.code),
  );

describe("an offer", () => {
  it.each(PARTNERS)("of a place is saved as a draft and sent for approval by its %s", async (actor) => {
    const found = await asRole(actor, addOwnedPlace, async (tx) => {
      const draft = await save(tx);
      const sent = await save(tx, {}, { voucher: draft.id, submits: true, seen: true });
      return [draft.outcome, draft.status, sent.outcome, sent.status, sent.id === draft.id];
    });
    expect(found).toEqual(["saved", "draft", "saved", "pending", true]);
  });

  it.each(STRANGERS)("of a place of somebody else is refused to %s", async (actor) => {
    expect(await refusal(asRole(actor, addOwnedPlace, (tx) => save(tx)))).toBe("42501");
  });

  it("cannot be moved to another place, nor changed by people of another one", async () => {
    const move = (options: SaveOptions) =>
      refusal(asRole("user", withDraft, (tx) => save(tx, {}, { seen: true, ...options })));
    expect(await move({ voucher: OTHER_VOUCHER, place: PLACE })).toBe("42501");
    expect(await move({ voucher: OTHER_VOUCHER, place: OTHER_PLACE })).toBe("42501");
    expect(await move({ voucher: VOUCHER, place: OTHER_PLACE })).toBe("42501");
  });

  const image = (place: string) => `/imagem-voucher/${place}/${VOUCHER}.webp`;
  it.each([
    ["its own place", image(PLACE), "stored"],
    ["another place", image(OTHER_PLACE), "field image_url"],
    ["another site", "https://example.org/a.webp", "field image_url"],
  ])("with an image of %s", async (_, address, expected) => {
    expect(await refusal(asRole("user", addOwnedPlace, (tx) => save(tx, {}, { image: address })))).toBe(expected);
  });

  it.each([
    ["title", { title: " " }],
    ["benefit_type", { benefit_type: "money" }],
    ["benefit_value", { benefit_value: 101 }],
    ["benefit_value", { benefit_value: null }],
    ["valid_from", { valid_from: "" }],
    ["valid_until", { valid_until: "2025-01-01" }],
    ["valid_until", { valid_until: "2030-01-01" }],
    ["starts_at", { starts_at: "25:00" }],
    ["ends_at", { ends_at: "" }],
    ["ends_at", { ends_at: "07:00" }],
    ["total_limit", { total_limit: 0 }],
    ["per_person_limit", { per_person_limit: 51 }],
  ])("names the wrong field %s of %j", async (field, changes) => {
    expect(await refusal(asRole("user", addOwnedPlace, (tx) => save(tx, changes)))).toBe(`field ${field}`);
  });

  it("that somebody else saved meanwhile is a conflict and changes nothing", async () => {
    const found = await asRole("user", withDraft, async (tx) => {
      const answer = await save(tx, {}, { voucher: VOUCHER, seen: new Date("2026-01-01") });
      const [row] = await tx`select title from public.vouchers where id = ${VOUCHER}`;
      return [outcomeKey(answer), row!.title];
    });
    expect(found).toEqual(["conflict", "Desconto"]);
  });

  it("that was approved waits for approval again when its promise changes, but not when only limits grow", async () => {
    const changed = await asRole("user", withStatus("active"), (tx) =>
      save(tx, {}, { voucher: VOUCHER, submits: true, seen: true }),
    );
    expect(changed.status).toBe("pending");
    const grown = await asRole("user", withStatus("active"), async (tx) => {
      const [row] = await tx`
          select title, benefit_type, benefit_value, rules, valid_from::text, (valid_until + 5)::text as valid_until
          from public.vouchers where id = ${VOUCHER}`;
      const same = { ...row, weekdays: [], starts_at: "", ends_at: "", total_limit: 50 };
      return save(tx, same, { voucher: VOUCHER, submits: true, seen: true });
    });
    expect(grown.status).toBe("active");
  });

  it("keeps its promise after the first download", async () => {
    const found = await asOwner(async (tx) => {
      await withStatus("active")(tx);
      await becomeRole(tx, "another_user");
      await tx`select public.download_voucher(${VOUCHER}, gen_random_uuid())`;
      await becomeRole(tx, "user");
      const answer = await save(tx, {}, { voucher: VOUCHER, submits: true, seen: true });
      return [outcomeKey(answer), await statusOf(tx)];
    });
    expect(found).toEqual(["downloaded", "active"]);
  });
});

const setStatus = async (tx: TransactionSql, next: string, id = VOUCHER) => {
  const [row] = await tx`select public.set_voucher_status(${id}, ${next}) as answer`;
  return [row!.answer.outcome === "saved", await tx`reset role`.then(() => statusOf(tx, id))];
};

describe("the status of a voucher", () => {
  it.each([
    ["active", "paused", true],
    ["paused", "active", true],
    ["active", "ended", true],
    ["draft", "ended", true],
    ["draft", "active", false],
    ["pending", "active", false],
    ["rejected", "active", false],
    ["ended", "active", false],
    ["ended", "paused", false],
    ["active", "draft", false],
  ])("changes from %s to %s: %s", async (from, to, expected) => {
    expect(await asRole("user", withStatus(from), (tx) => setStatus(tx, to))).toEqual([expected, expected ? to : from]);
  });

  it("of another place stays as it is, except for voucher managers", async () => {
    const pause = (actor: "user" | "editor") =>
      asRole(actor, withStatus("active"), (tx) => setStatus(tx, "paused", OTHER_VOUCHER));
    expect(await pause("user")).toEqual([false, "active"]);
    expect(await pause("editor")).toEqual([true, "paused"]);
  });
});

const TOKEN = "v".repeat(43);
const hashOf = (token: string) => createHash("sha256").update(token).digest("hex");

describe("a link that approves a voucher", () => {
  const withLink = async (tx: TransactionSql) => {
    await withStatus("pending")(tx);
    await becomeRole(tx, "editor");
    await tx`
      insert into public.approval_tokens (token_hash, subject_kind, subject_id, expires_at)
      values (${hashOf(TOKEN)}, 'voucher', ${VOUCHER}, now() + interval '1 day')`;
    await becomeRole(tx, "anon");
  };

  it("shows the offer and decides it once", async () => {
    const found = await asOwner(async (tx) => {
      await withLink(tx);
      const [read] = await tx`select kind, state, content from public.read_approval(${TOKEN})`;
      const decide = async () =>
        (await tx`select public.decide_approval(${TOKEN}, 'approve', null, 'Rita', 'x') as answer`)[0]!
          .answer as object;
      const answers = [await decide(), await decide()];
      await tx`reset role`;
      return { read, answers, status: await statusOf(tx) };
    });
    expect(found.read).toMatchObject({
      kind: "voucher",
      state: "open",
      content: { name: "Desconto", organizer: "Oficina do Teste", benefitValue: 10, totalLimit: 5, weekdays: [] },
    });
    expect(found.answers).toMatchObject([{ outcome: "saved", kind: "voucher" }, refused("used")]);
    expect(found.status).toBe("active");
  });

  it("is closed after the team decided", async () => {
    const state = await asOwner(async (tx) => {
      await withLink(tx);
      await becomeRole(tx, "editor");
      await tx`select public.decide_voucher(${VOUCHER}, 'reject', 'Falta a regra')`;
      await becomeRole(tx, "anon");
      return (await tx`select state from public.read_approval(${TOKEN})`)[0]!.state as string;
    });
    expect(state).toBe("closed");
  });
});

/** Templates and statuses of the mails two minutes after a decision. */
const mailsLater = async (tx: TransactionSql) => {
  await tx`reset role`;
  await tx`set local session_replication_role = replica`;
  await tx`
    update public.vouchers set updated_at = updated_at - interval '3 minutes', decided_at = decided_at - interval '3 minutes',
      created_by = ${ID_OF.user} where id = ${VOUCHER}`;
  await tx`set local session_replication_role = origin`;
  await tx`select private.answer_requests()`;
  const rows = await tx<{ status: string }[]>`
    delete from private.outbox where data ->> 'template' = 'voucher_decided' returning data -> 'data' ->> 'status' as status`;
  return rows.map(({ status }) => status);
};

describe("the mail of a decision", () => {
  const decide = async (tx: TransactionSql, decision: string) => {
    await becomeRole(tx, "editor");
    await tx`select public.decide_voucher(${VOUCHER}, ${decision}, 'Falta a regra')`;
  };

  it.each([
    ["approve", "active"],
    ["reject", "rejected"],
    ["adjust", "adjust"],
  ])("says after %s: %s", async (decision, status) => {
    const mails = await asOwner(async (tx) => {
      await withStatus("pending")(tx);
      await decide(tx, decision);
      return mailsLater(tx);
    });
    expect(mails).toEqual([status]);
  });

  it("is sent again for the same decision about an offer that was sent again", async () => {
    const mails = await asOwner(async (tx) => {
      await withStatus("pending")(tx);
      await decide(tx, "reject");
      const first = await mailsLater(tx);
      await becomeRole(tx, "user");
      await save(tx, {}, { voucher: VOUCHER, submits: true, seen: true });
      await decide(tx, "reject");
      return [first, await mailsLater(tx)];
    });
    expect(mails).toEqual([["rejected"], ["rejected"]]);
  });

  it("is not sent when a rejected offer is saved as a draft", async () => {
    const mails = await asOwner(async (tx) => {
      await withStatus("pending")(tx);
      await decide(tx, "reject");
      const first = await mailsLater(tx);
      await becomeRole(tx, "user");
      await save(tx, {}, { voucher: VOUCHER, seen: true });
      return [first, await mailsLater(tx)];
    });
    expect(mails).toEqual([["rejected"], []]);
  });
});

describe("limits that the team changes", () => {
  const setLimits = (actor: "editor" | "user", total: number | null) =>
    refusal(
      asOwner(async (tx) => {
        await withStatus("active")(tx);
        await tx`update private.voucher_counts set downloads = 3 where voucher_id = ${VOUCHER}`;
        await becomeRole(tx, actor);
        await tx`select public.set_voucher_limits(${VOUCHER}, ${total}, 2, true)`;
        const [row] =
          await tx`select total_limit, per_person_limit, guests_allowed, status from public.vouchers where id = ${VOUCHER}`;
        expect(row).toEqual({ total_limit: total, per_person_limit: 2, guests_allowed: true, status: "active" });
      }),
    );

  it("are not below the downloads and need the permission", async () => {
    expect(await setLimits("editor", 3)).toBe("stored");
    expect(await setLimits("editor", null)).toBe("stored");
    expect(await setLimits("editor", 2)).toBe("field total_limit");
    expect(await setLimits("user", 9)).toBe("42501");
  });
});

it("an image that no offer names is deleted after two days", async () => {
  const names = await asOwner(async (tx) => {
    await addOwnedPlace(tx);
    await addVouchers(tx);
    for (const [name, days] of [
      [USED, 3],
      [OLD, 3],
      [NEW, 1],
    ] as const)
      await tx`
        insert into storage.objects (bucket_id, name, created_at)
        values ('voucher-images', ${name}, now() - make_interval(days => ${days}))`;
    await tx`update public.vouchers set image_url = ${`/imagem-voucher/${USED}`} where id = ${VOUCHER}`;
    await tx`select private.queue_unattached_files()`;
    const rows = await tx<{ name: string }[]>`select name from private.file_deletions where bucket = 'voucher-images'`;
    return rows.map(({ name }) => name);
  });
  expect(names).toEqual([OLD]);
});
