import fs from "node:fs/promises";
import path from "node:path";
import type { App } from "@supabase/lite";
import type { MailTemplates } from "./config";
import { linkOf, plainText, renderTemplate } from "./mail-template";
import type { Outbox } from "./outbox";
import { progress } from "./report";
import { requestContext } from "./request-context";
import { ROOT } from "./settings";

type LibraryMailer = NonNullable<App["_mailer"]>;

type Letter = { template: keyof MailTemplates; to: string; tokenHash: string; token: string; email?: string; newEmail?: string };

export type Mailer = { send: (letter: Letter) => Promise<void> };

/** Renders our templates into the outbox; the link carries where the person wanted to go. */
export function createMailer(siteUrl: string, templates: MailTemplates, outbox: Outbox): Mailer {
  return {
    async send({ template, to, tokenHash, token, email = to, newEmail = to }) {
      const context = requestContext.getStore();
      if (context?.isSilent) return;
      const { subject, content_path } = templates[template];
      const source = await fs.readFile(path.join(ROOT, content_path), "utf8");
      const values = { SiteURL: siteUrl, TokenHash: tokenHash, Token: token, RedirectTo: context?.redirectTo ?? siteUrl, Email: email, NewEmail: newEmail };
      const html = renderTemplate(source, values);
      const mail = await outbox.add({ to, subject, html, text: plainText(html), link: linkOf(html) });
      progress(`e-mail para ${to}: "${subject}" ${mail.link ?? ""}`);
    },
  };
}

type ChangeDetails = { tokenNew?: string; tokenHashNew?: string; currentEmail?: string; newEmail?: string };

/** The same mailer in the words the library calls it with. */
export function libraryMailer(mailer: Mailer): LibraryMailer {
  const calls = {
    sendConfirmation: (to: string, tokenHash: string, token: string) => mailer.send({ template: "confirmation", to, tokenHash, token }),
    sendMagicLink: (to: string, tokenHash: string, token: string) => mailer.send({ template: "magic_link", to, tokenHash, token }),
    sendRecovery: (to: string, tokenHash: string, token: string) => mailer.send({ template: "recovery", to, tokenHash, token }),
    /** Both mailboxes are asked: the library alone would never write to the new address. */
    async sendEmailChange(to: string, tokenHash: string, token: string, details: ChangeDetails = {}) {
      const { currentEmail: email, newEmail } = details;
      await mailer.send({ template: "email_change", to, tokenHash, token, email, newEmail });
      if (!details.tokenHashNew || !details.tokenNew || !newEmail) return;
      await mailer.send({ template: "email_change", to: newEmail, tokenHash: details.tokenHashNew, token: details.tokenNew, email, newEmail });
    },
  };
  return calls as unknown as LibraryMailer;
}
