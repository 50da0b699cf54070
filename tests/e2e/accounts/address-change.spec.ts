import { randomUUID } from "node:crypto";
import { openSession, publishableKey, serverKey } from "../support/accounts";
import { expect, test } from "../support/test";
import { variable } from "../support/variable";

type Mail = { to: string; link?: string };

/** Creates an account and asks the auth server to change its address; returns both addresses. */
async function changingAccount(): Promise<{ current: string; next: string }> {
  const [current, next] = [`antes-${randomUUID()}@example.org`, `depois-${randomUUID()}@example.org`];
  const password = randomUUID();
  const call = async (method: string, path: string, key: string, token: string, body: object) => {
    const answer = await fetch(new URL(`/auth/v1${path}`, variable("TEST_MAILBOX_URL")), {
      method,
      headers: { apikey: key, authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  };
  await call("POST", "/admin/users", serverKey(), serverKey(), { email: current, password, email_confirm: true });
  const { accessToken } = await openSession({ email: current, password });
  await call("PUT", "/user", publishableKey(), accessToken, { email: next });
  return { current, next };
}

async function linkTo(address: string): Promise<string> {
  const { href } = new URL(variable("TEST_MAILBOX_URL"));
  const mails = (await (await fetch(href.endsWith(".json") ? href : `${href}.json`)).json()) as Mail[];
  const { pathname, search } = new URL(mails.find(({ to }) => to === address)!.link!);
  return pathname + search;
}

test("the first link of an address change asks for the second one, which opens the account", async ({ page }) => {
  const { current, next } = await changingAccount();
  await page.goto(await linkTo(current));
  await page.getByRole("button", { name: "Continuar" }).click();
  await expect(page.getByRole("heading", { name: "Falta o outro e-mail" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Link expirado" })).toBeHidden();
  await page.goto(await linkTo(next));
  await page.getByRole("button", { name: "Continuar" }).click();
  // Another browser than the one that asked for the change chooses a new password.
  await expect(page).toHaveURL(/\/update-password/);
});
