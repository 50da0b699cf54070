import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { describeAccess } from "../access";
import { ADMINS_UP, NOBODY } from "../actors";
import { asOwner, asRole } from "../as-role";

const add =
  (status: string, text = "Bom") =>
  (tx: TransactionSql) =>
    tx`
  insert into public.app_reviews (rating, text, name, contact, publish_ok, status)
  values (5, ${text}, 'Ana', 'ana@example.org', true, ${status})`;

describeAccess("app_reviews", add("pending"), [
  [
    "select a published review",
    ADMINS_UP,
    "select contact from public.app_reviews where contact = 'ana@example.org'",
    add("published"),
  ],
  ["insert", NOBODY, add("pending")],
  [
    "update the status without its function",
    NOBODY,
    "update public.app_reviews set status = 'published', reply = 'Obrigado!' where contact = 'ana@example.org'",
  ],
  ["update the rating", NOBODY, "update public.app_reviews set rating = 1 where contact = 'ana@example.org'"],
  ["delete", NOBODY, "delete from public.app_reviews where contact = 'ana@example.org'"],
]);

describe("published reviews", () => {
  it("are readable by visitors without contact and device data", async () => {
    const rows = await asRole(
      "anon",
      async (tx) => {
        await tx`delete from public.app_reviews`;
        await add("published", "Publicada")(tx);
        await add("pending", "Na fila")(tx);
        await add("hidden", "Escondida")(tx);
      },
      (tx) => tx`select * from public.published_app_reviews()`,
    );
    expect([...rows]).toEqual([
      {
        id: expect.any(String),
        rating: 5,
        topic: null,
        text: "Publicada",
        name: "Ana",
        reply: null,
        created_at: expect.any(Date),
      },
    ]);
  });

  it("require the reviewer's consent", async () => {
    const publish = asOwner((tx) => tx`insert into public.app_reviews (rating, status) values (5, 'published')`);
    await expect(publish).rejects.toMatchObject({ code: "23514" });
  });

  it("have an average, null before the first", async () => {
    const average = (...ratings: number[]) =>
      asOwner(async (tx) => {
        await tx`delete from public.app_reviews`;
        for (const rating of ratings) await tx`select public.submit_app_review(${tx.json({ rating })})`;
        const [row] = await tx`select average::float, total::int from public.app_rating()`;
        return row;
      });
    expect(await average()).toEqual({ average: null, total: 0 });
    expect(await average(5, 4)).toEqual({ average: 4.5, total: 2 });
  });
});

it("an account has one review: a second one replaces the first and is moderated again", async () => {
  const rows = await asRole("user", async (tx) => {
    await tx`select public.submit_app_review(${tx.json({ rating: 5, text: "Primeira", publish_ok: true })})`;
    await tx`reset role`;
    await tx`update public.app_reviews set status = 'published' where user_id is not null`;
    await tx`select public.submit_app_review(${tx.json({ rating: 2, text: "Segunda" })})`;
    return tx`select rating, text, status from public.app_reviews where user_id is not null`;
  });
  expect([...rows]).toEqual([{ rating: 2, text: "Segunda", status: "pending" }]);
});
