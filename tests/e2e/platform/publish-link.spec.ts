import { expect, test } from "../support/test";

test("an editor invites an organiser, whose link opens the form without an account", async ({
  page,
  signIn,
  visitorAs,
  sql,
}) => {
  const label = `Clube convidado ${crypto.randomUUID().slice(0, 8)}`;
  await signIn("editor");
  await page.goto("/admin/events");
  await page.getByText("Convidar organizador").first().click();
  await page.getByLabel("Nome do organizador ou clube").fill(label);
  await page.getByRole("button", { name: "Criar link" }).click();
  const address = page.getByLabel("Endereço do convite");
  await expect(address).toHaveValue(/\/eventos\/publicar\/[\w-]{43}$/);
  const path = new URL(await address.inputValue()).pathname;
  const stored = await sql<{ token_hash: string }[]>`
    select token_hash from public.event_publish_links where label = ${label}`;
  expect(stored.map(({ token_hash }) => path.includes(token_hash))).toEqual([false]);

  const guest = await visitorAs(null);
  const answer = await guest.get(path);
  expect(answer.status()).toBe(200);
  expect(answer.headers()["cache-control"]).toContain("no-store");
  const text = await answer.text();
  expect(text).toContain(label);
  expect(text).toContain('content="noindex');
  expect((await guest.get(`/eventos/publicar/${"x".repeat(43)}`)).status()).toBe(404);

  await sql`update public.event_publish_links set revoked_at = now() where label = ${label}`;
  expect(await (await guest.get(path)).text()).toContain("Este convite foi cancelado");
});
