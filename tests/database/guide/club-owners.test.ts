import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { ID_OF } from "../actors";
import { asOwner, becomeRole, callAs } from "../as-role";
import { addClub, CLUB } from "../events/rows";

const REQUEST = {
  kind: "new",
  subject: "club",
  category_key: "other",
  state_abbr: "SC",
  name: "Clube do Opala de Lages",
  requester_name: "Ana",
  city: "Lages",
};

/** The address of the account `user`; verified or not. */
async function addressOfUser(tx: TransactionSql, isVerified: boolean): Promise<string> {
  await tx`update public.profiles set email_verified_at = ${isVerified ? new Date() : null} where id = ${ID_OF.user}`;
  return (await tx<{ email: string }[]>`select email from auth.users where id = ${ID_OF.user}`)[0]!.email;
}

const membersOf = async (tx: TransactionSql, club: string) => [
  ...(await tx<
    { user_id: string; role: string }[]
  >`select user_id, role from public.club_members where club_id = ${club}`),
];

describe("an approved request for a club", () => {
  /** Sends the request with an address and publishes it; returns the members of the new club. */
  const publish = (isVerified: boolean, requester: (address: string) => string, subject: string | undefined = "club") =>
    asOwner(async (tx) => {
      const address = await addressOfUser(tx, isVerified);
      const payload = { ...REQUEST, subject, requester_email: requester(address) };
      await tx`select public.submit_service_request(${tx.json(payload as never)})`;
      const [request] = await tx<{ id: string }[]>`
        select id from public.service_requests where payload ->> 'name' = ${REQUEST.name}`;
      const [row] = await callAs(
        tx,
        "admin",
        () => tx<{ answer: { id: string; table: string } }[]>`
        select public.decide_service_request(${request!.id}, 'publish', null, null) as answer`,
      );
      return membersOf(tx, row!.answer.id);
    });

  it("makes the account with the verified address its owner", async () => {
    expect(await publish(true, (address) => address.toUpperCase())).toEqual([{ user_id: ID_OF.user, role: "owner" }]);
  });

  it("gives the club to nobody when the address is not verified or unknown", async () => {
    expect(await publish(false, (address) => address)).toEqual([]);
    expect(await publish(true, () => "nobody@example.org")).toEqual([]);
  });

  it("of another kind of place adds no member", async () => {
    expect(await publish(true, (address) => address, "")).toEqual([]);
  });
});

describe("adding a member by e-mail", () => {
  const add = (isVerified: boolean, roles: readonly string[]) =>
    asOwner(async (tx) => {
      await addClub(tx);
      const address = await addressOfUser(tx, isVerified);
      await becomeRole(tx, "editor");
      const answers: unknown[] = [];
      for (const role of roles) {
        const [row] =
          await tx`select public.add_club_member(${CLUB}, ${` ${address.toUpperCase()} `}, ${role}) as answer`;
        answers.push(row!.answer);
      }
      await tx`reset role`;
      return { answers, members: await membersOf(tx, CLUB) };
    });

  it("adds the account, and again changes its role", async () => {
    expect(await add(true, ["member", "owner"])).toEqual({
      answers: [{ outcome: "saved" }, { outcome: "saved" }],
      members: [{ user_id: ID_OF.user, role: "owner" }],
    });
  });

  it("finds no account whose owner has not opened a link sent to the address", async () => {
    expect(await add(false, ["owner"])).toEqual({ answers: [{ outcome: "gone" }], members: [] });
  });
});
