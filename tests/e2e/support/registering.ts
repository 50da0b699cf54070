import { expect, type Page } from "@playwright/test";
import { mailsTo } from "./mailbox";
import { JOB_MS } from "./job-wait";

/** Presses the button behind the mailed link in another tab; the page with the confirmation is read again. */
export async function confirmByMail(page: Page, email: string): Promise<void> {
  const link = async () =>
    (await mailsTo(email)).find(({ subject }) => subject.startsWith("Confirme a inscrição"))?.link ?? "";
  await expect.poll(link, { timeout: JOB_MS }).toContain("/eventos/inscricao/status/");
  const mail = await page.context().newPage();
  await mail.goto(new URL(await link()).pathname);
  await expect(mail.locator("[data-status]")).toHaveAttribute("data-status", "unconfirmed");
  await mail.getByRole("button", { name: "Confirmar inscrição" }).click();
  await expect(mail.locator("[data-status]")).not.toHaveAttribute("data-status", "unconfirmed");
  await mail.close();
  await page.reload();
}
