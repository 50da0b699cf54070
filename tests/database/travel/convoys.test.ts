import type { TransactionSql } from "postgres";
import { expect, it } from "vitest";
import { describeAccess } from "../access";
import { ACCOUNTS, ID_OF, NOBODY, type Account } from "../actors";
import { asRole } from "../as-role";
import { GONE, keyOf, refused } from "../outcomes";

const CODE = "ABCDEFGH";
const CONVOY = "00000000-0000-4000-8000-0000000000c0";

/** A convoy that `user` leads, with `editor` as a member. */
async function addConvoy(tx: TransactionSql): Promise<void> {
  await tx`
    insert into public.convoys (id, code, name, leader_id, ends_at)
    values (${CONVOY}, ${CODE}, 'Serra', ${ID_OF.user}, now() + interval '1 hour')`;
  await tx`
    insert into public.convoy_members (convoy_id, account_id, name, role)
    values (${CONVOY}, ${ID_OF.user}, 'Ana', 'leader'), (${CONVOY}, ${ID_OF.editor}, 'Beto', 'member')`;
}

async function addPositions(tx: TransactionSql): Promise<void> {
  await addConvoy(tx);
  await tx`
    insert into public.convoy_positions (convoy_id, account_id, lat, lng, accuracy_m, measured_at, shared_until)
    select ${CONVOY}, account_id, -27, -48, 10, now() - interval '1 minute', now() + interval '1 hour' from public.convoy_members where convoy_id = ${CONVOY}`;
}

describeAccess("convoys", addPositions, [
  ["select", NOBODY, (tx) => tx`select from public.convoys where id = ${CONVOY}`],
  ["insert", NOBODY, "insert into public.convoys default values", addPositions],
  ["update", NOBODY, (tx) => tx`update public.convoys set id = ${CONVOY} where id = ${CONVOY}`],
  ["delete", NOBODY, (tx) => tx`delete from public.convoys where id = ${CONVOY}`],
]);

describeAccess("convoy_members", addPositions, [
  ["select", NOBODY, (tx) => tx`select from public.convoy_members where convoy_id = ${CONVOY}`],
  ["insert", NOBODY, "insert into public.convoy_members default values", addPositions],
  ["update", NOBODY, (tx) => tx`update public.convoy_members set convoy_id = ${CONVOY} where convoy_id = ${CONVOY}`],
  ["delete", NOBODY, (tx) => tx`delete from public.convoy_members where convoy_id = ${CONVOY}`],
]);

describeAccess("convoy_positions", addPositions, [
  ["select", NOBODY, (tx) => tx`select from public.convoy_positions where convoy_id = ${CONVOY}`],
  ["insert", NOBODY, "insert into public.convoy_positions default values", addPositions],
  ["update", NOBODY, (tx) => tx`update public.convoy_positions set convoy_id = ${CONVOY} where convoy_id = ${CONVOY}`],
  ["delete", NOBODY, (tx) => tx`delete from public.convoy_positions where convoy_id = ${CONVOY}`],
]);

const call = async <Answer>(tx: TransactionSql, call: ReturnType<TransactionSql>): Promise<Answer> => {
  const [row] = await tx<{ answer: Answer }[]>`select ${call} as answer`;
  return row!.answer;
};

/** Runs a change of the convoy and returns the channel on which it is announced; null when it was not allowed. */
async function channelOf(tx: TransactionSql, query: ReturnType<TransactionSql>): Promise<string | null> {
  const answer = await call<{ outcome: string; channel?: string }>(tx, query);
  expect(answer).toEqual(answer.channel ? { outcome: "saved", channel: answer.channel } : GONE);
  return answer.channel ?? null;
}

const run = <Result>(actor: Account, work: (tx: TransactionSql) => Promise<Result>, arrange = addPositions) =>
  asRole(actor, arrange, work);

type View = {
  channel: string | null;
  members: { id: string; name: string; status: string; position: { lat: number } | null }[];
  is_leader: boolean;
};
const view = (tx: TransactionSql) => call<View | null>(tx, tx`public.read_convoy(${CODE})`);

it("only members read a convoy and report to it", async () => {
  for (const actor of ACCOUNTS) {
    const isMember = actor === "user" || actor === "editor";
    const [seen, reported] = await run(actor, async (tx) => [
      await view(tx),
      await keyOf(tx`select public.report_to_convoy(${CODE}, 'help', null, false) as answer`),
    ]);
    expect([actor, seen !== null, reported]).toEqual([actor, isMember, isMember ? "saved" : "gone"]);
  }
});

it("only the leader changes a convoy and removes others", async () => {
  for (const actor of ACCOUNTS) {
    const isLeader = actor === "user";
    const answers = await run(actor, async (tx) => [
      await channelOf(tx, tx`public.change_convoy(${CODE}, ${tx.json({ member: ID_OF.editor, role: "sweep" })})`),
      await channelOf(tx, tx`public.leave_convoy(${CODE}, ${ID_OF.user})`),
    ]);
    expect([actor, ...answers.map(Boolean)]).toEqual([actor, isLeader, isLeader]);
  }
});

it("the position of a member is deleted when the member leaves", async () => {
  const left = await run("editor", async (tx) => {
    const { channel } = (await view(tx))!;
    expect(await channelOf(tx, tx`public.leave_convoy(${CODE}, ${ID_OF.editor})`)).toBe(channel);
    expect(await view(tx)).toBeNull();
    await tx`reset role`;
    return tx`select from public.convoy_positions where account_id = ${ID_OF.editor}`;
  });
  expect(left).toHaveLength(0);
});

it("an account joins a convoy by its code once, and unknown and ended convoys are refused", async () => {
  const outcomes = await run("vendedor", async (tx) => {
    const join = (code: string) => keyOf(tx`select public.join_convoy(${code}, 'Caio', 'Fusca') as answer`);
    const found = [await join("ZZZZZZZZ"), await join(CODE), await join(CODE)];
    const members = (await view(tx))!.members.map(({ name }) => name);
    await tx`reset role`;
    await tx`update public.convoys set starts_at = now() - interval '2 hours', ends_at = now() where id = ${CONVOY}`;
    await tx`set local role authenticated`;
    return [...found, members.length, await join(CODE)];
  });
  expect(outcomes).toEqual(["unknown", "saved", "saved", 3, "over"]);
});

const place = (tx: TransactionSql, lat: number, measured_at: string) =>
  tx.json({ lat, lng: -48, accuracy_m: 5, measured_at });

it("a late position never replaces a newer one, and hiding deletes it", async () => {
  const own = async (tx: TransactionSql) => (await view(tx))!.members.find(({ id }) => id === ID_OF.editor)!.position;
  await run("editor", async (tx) => {
    const now = new Date().toISOString();
    await tx`select public.report_to_convoy(${CODE}, null, ${place(tx, -28, now)}, false)`;
    await tx`select public.report_to_convoy(${CODE}, null, ${place(tx, -29, "2026-01-01T00:00:00Z")}, false)`;
    expect(await own(tx)).toMatchObject({ lat: -28 });
    await tx`select public.report_to_convoy(${CODE}, null, null, true)`;
    expect(await own(tx)).toBeNull();
  });
});

it("after the end no position is shown or stored, and 24 hours later none is left", async () => {
  await run("user", async (tx) => {
    expect((await view(tx))!.members.filter(({ position }) => position)).toHaveLength(2);
    await tx`select public.change_convoy(${CODE}, ${tx.json({ is_ended: true })})`;
    await tx`select public.report_to_convoy(${CODE}, 'help', ${place(tx, -28, new Date().toISOString())}, false)`;
    const members = (await view(tx))!.members;
    expect(members.map(({ position, status }) => [position, status])).toEqual([
      [null, "driving"],
      [null, "driving"],
    ]);
    await tx`reset role`;
    await tx`select private.delete_convoy_positions()`;
    expect(await tx`select from public.convoy_positions where convoy_id = ${CONVOY}`).toHaveLength(2);
    await tx`update public.convoy_positions set shared_until = now() - interval '24 hours 1 second'`;
    await tx`select private.delete_convoy_positions()`;
    expect(await tx`select from public.convoy_positions where convoy_id = ${CONVOY}`).toHaveLength(0);
  });
});

/** The stored channel, which no role may select. */
async function storedChannel(tx: TransactionSql): Promise<string> {
  const [row] = await tx<{ channel: string }[]>`select channel from public.convoys where id = ${CONVOY}`;
  return row!.channel;
}

it("members get the channel, which changes when a member is removed", async () => {
  await run("user", async (tx) => {
    const before = (await view(tx))!.channel;
    await tx`select public.change_convoy(${CODE}, ${tx.json({ member: ID_OF.editor, role: "sweep" })})`;
    expect((await view(tx))!.channel).toBe(before);
    expect(await channelOf(tx, tx`public.leave_convoy(${CODE}, ${ID_OF.editor})`)).toBe(before);
    const after = (await view(tx))!.channel;
    expect(after).toMatch(/^[0-9a-f-]{36}$/);
    expect(after).not.toBe(before);
  });
});

it("the channel changes when the account of a member is erased", async () => {
  await run("user", async (tx) => {
    const before = (await view(tx))!.channel;
    await tx`reset role`;
    await tx`delete from public.convoy_members where account_id = ${ID_OF.editor}`;
    expect(await storedChannel(tx)).not.toBe(before);
  });
});

it("after the end nobody gets the channel, and every change replaces it", async () => {
  await run("user", async (tx) => {
    const before = (await view(tx))!.channel;
    const change = (changes: Record<string, string | boolean | never[]>) =>
      channelOf(tx, tx`public.change_convoy(${CODE}, ${tx.json(changes)})`);
    expect(await change({ is_ended: true })).toBe(before);
    expect((await view(tx))!.channel).toBeNull();
    const ended = await change({ regroup_points: [] });
    expect(ended).not.toBe(before);
    expect(await change({ regroup_points: [] })).not.toBe(ended);
  });
});

it("an account leads at most ten running convoys", async () => {
  const codes = await run("user", async (tx) => {
    type Made = { outcome: string; code?: string };
    const made: Made[] = [];
    for (let index = 0; index < 10; index++)
      made.push(await call<Made>(tx, tx`public.create_convoy('Serra', now() + interval '1 hour', 'Ana', '')`));
    return made;
  });
  expect(codes.slice(0, 9).every(({ code }) => /^[A-HJ-NP-Z2-9]{8}$/.test(code ?? ""))).toBe(true);
  expect(codes[9]).toEqual(refused("limit"));
});

const TOKEN = "t".repeat(43);

/** The convoy with a guest, who is at a place. */
async function addGuest(tx: TransactionSql): Promise<void> {
  await addPositions(tx);
  await tx`
    insert into public.convoy_guests (convoy_id, token_hash, name, vehicle, expires_at, place)
    values (${CONVOY}, private.token_hash(${TOKEN}), 'Caio', 'Kombi', now() + interval '1 hour',
      '{"lat": -27, "lng": -48, "accuracy_m": 10, "measured_at": "2026-01-01T00:00:00Z"}')`;
}

describeAccess("convoy_guests", addGuest, [
  ["select", NOBODY, "select from public.convoy_guests"],
  ["insert", NOBODY, "insert into public.convoy_guests default values", addGuest],
  ["update", NOBODY, "update public.convoy_guests set name = 'x'"],
  ["delete", NOBODY, (tx) => tx`delete from public.convoy_guests where convoy_id = ${CONVOY}`],
]);

type GuestView = {
  channel: string | null;
  is_leader: boolean;
  members: (View["members"][number] & { is_self: boolean; role: string })[];
};
const guestView = (tx: TransactionSql, token = TOKEN, code = CODE) =>
  call<GuestView | null>(tx, tx`public.read_convoy_as_guest(${code}, ${token})`);

it("a guest with the token reads the convoy, is not its leader, and reports status and position", async () => {
  await asRole("anon", addGuest, async (tx) => {
    expect(await guestView(tx, "x".repeat(43))).toBeNull();
    expect(await guestView(tx, TOKEN, "ZZZZZZZZ")).toBeNull();
    const report = (status: string | null, given: ReturnType<typeof place> | null, isHidden = false) =>
      keyOf(tx`select public.report_as_convoy_guest(${CODE}, ${TOKEN}, ${status}, ${given}, ${isHidden}) as answer`);
    expect(await report("help", place(tx, -28, new Date().toISOString()))).toBe("saved");
    await report(null, place(tx, -29, "2026-01-01T00:00:00Z"));
    const seen = (await guestView(tx))!;
    expect([seen.is_leader, seen.members.map(({ name, role, is_self: isSelf }) => [name, role, isSelf])]).toEqual([
      false,
      [
        ["Ana", "leader", false],
        ["Beto", "member", false],
        ["Caio", "guest", true],
      ],
    ]);
    expect(seen.members[2]).toMatchObject({ status: "help", position: { lat: -28 } });
    await report(null, null, true);
    expect((await guestView(tx))!.members[2]!.position).toBeNull();
    expect(await call(tx, tx`public.report_as_convoy_guest(${CODE}, 'x', 'help', null, false)`)).toEqual(GONE);
  });
});

it.each([
  [{}],
  [{ lat: "-27", lng: -48, accuracy_m: 5 }],
  [{ lat: -27, lng: null, accuracy_m: 5 }],
  [{ lat: -27, lng: -48 }],
  [{ lat: -97, lng: -48, accuracy_m: 5 }],
])("a guest cannot store the place %j, which no member could read", async (wrong) => {
  const given = { ...wrong, measured_at: new Date().toISOString() };
  const report = asRole(
    "anon",
    addGuest,
    (tx) => tx`select public.report_as_convoy_guest(${CODE}, ${TOKEN}, null, ${tx.json(given)}, false)`,
  );
  await expect(report).rejects.toMatchObject({ code: "23514" });
});

it("members see the guest, and the leader removes it with a new channel; another member cannot", async () => {
  for (const actor of ["editor", "user"] as const)
    await run(
      actor,
      async (tx) => {
        const before = (await view(tx))!;
        const guest = before.members.find(({ name }) => name === "Caio")!;
        const answer = await channelOf(tx, tx`public.leave_convoy(${CODE}, ${guest.id})`);
        const after = (await view(tx))!;
        const isLeader = actor === "user";
        expect([actor, answer, after.members.length]).toEqual([
          actor,
          isLeader ? before.channel : null,
          isLeader ? 2 : 3,
        ]);
        expect(after.channel === before.channel).toBe(!isLeader);
        await tx`reset role`;
        expect((await guestView(tx)) === null).toBe(isLeader);
      },
      addGuest,
    );
});

it("name and position of a guest are deleted when the guest leaves", async () => {
  const left = await asRole("anon", addGuest, async (tx) => {
    const { channel } = (await guestView(tx))!;
    expect(await channelOf(tx, tx`public.leave_convoy_as_guest(${CODE}, ${TOKEN})`)).toBe(channel);
    expect(await channelOf(tx, tx`public.leave_convoy_as_guest(${CODE}, ${TOKEN})`)).toBeNull();
    await tx`reset role`;
    return tx`select from public.convoy_guests where convoy_id = ${CONVOY}`;
  });
  expect(left).toHaveLength(0);
});

it("the token of a guest is refused after the end, and 24 hours later the guest is deleted", async () => {
  await run(
    "user",
    async (tx) => {
      await tx`select public.change_convoy(${CODE}, ${tx.json({ is_ended: true })})`;
      expect((await view(tx))!.members).toHaveLength(2);
      await tx`reset role`;
      expect(await guestView(tx)).toBeNull();
      expect(await call(tx, tx`public.report_as_convoy_guest(${CODE}, ${TOKEN}, 'help', null, false)`)).toEqual(GONE);
      await tx`select private.delete_convoy_positions()`;
      expect(await tx`select from public.convoy_guests where convoy_id = ${CONVOY}`).toHaveLength(1);
      await tx`update public.convoy_guests set expires_at = now() - interval '24 hours 1 second'`;
      await tx`select private.delete_convoy_positions()`;
      expect(await tx`select from public.convoy_guests where convoy_id = ${CONVOY}`).toHaveLength(0);
    },
    addGuest,
  );
});

it("a guest joins by the code of a running convoy that is not full", async () => {
  await run("user", async (tx) => {
    await tx`reset role`;
    const hash = "a".repeat(64);
    const join = (code: string, own = hash) =>
      keyOf(tx`select public.join_convoy_as_guest(${code}, ${own}, 'Caio', 'Kombi') as answer`);
    expect([await join("ZZZZZZZZ"), await join(CODE)]).toEqual(["unknown", "saved"]);
    await tx`
      insert into public.convoy_guests (convoy_id, name, expires_at)
      select ${CONVOY}, 'Guest ' || number, now() + interval '1 hour' from generate_series(1, 97) as number`;
    expect(await join(CODE, "b".repeat(64))).toBe("full");
    await tx`update public.convoys set starts_at = now() - interval '2 hours', ends_at = now() where id = ${CONVOY}`;
    expect(await join(CODE, "c".repeat(64))).toBe("over");
  });
});
