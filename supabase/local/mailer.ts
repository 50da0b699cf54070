import fs from "node:fs/promises";
import path from "node:path";
import type { App } from "@supabase/lite";
import { isLocalSite } from "../../lib/platform/local-site";
import type { MailTemplates } from "./config";
import { linkOf, plainText, renderTemplate } from "./mail-template";
import type { MailStore } from "./mail-store";
import { progress } from "./report";
import { requestContext } from "./request-context";
import { ROOT } from "./settings";

type LibraryMailer = NonNullable<App["_mailer"]>;

type Letter = {
  template: keyof MailTemplates;
  to: string;
  codeHash: string;
  code: string;
  email?: string;
  newEmail?: string;
};

export type Mailer = { send: (letter: Letter) => Promise<void> };

type Delivery = {
  mailStore: MailStore;
  /** Counts one mail; false when the quota is used up. Without it any number is sent. */
  takeFromQuota?: () => Promise<boolean>;
  sendBySmtp?: (mail: { to: string; subject: string; html: string; text: string }) => void;
};

/**
 * Renders the mail templates into the local mailbox, or sends them by SMTP if configured; the link contains the redirect
 * target. `linkFor` turns the hash of a code into a link token.
 */
export function createMailer(
  siteUrl: string,
  templates: MailTemplates,
  { mailStore, takeFromQuota, sendBySmtp }: Delivery,
  linkFor: (codeHash: string) => Promise<string>,
): Mailer {
  return {
    async send({ template, to, codeHash, code, email = to, newEmail = to }) {
      const context = requestContext.getStore();
      if (context?.isSilent) return;
      if (takeFromQuota && !(await takeFromQuota())) {
        if (context) context.isOverMailQuota = true;
        return;
      }
      const { subject, content_path } = templates[template];
      const source = await fs.readFile(path.join(ROOT, content_path), "utf8");
      const values = {
        SiteURL: siteUrl,
        TokenHash: await linkFor(codeHash),
        Token: code,
        RedirectTo: context?.redirectTo ?? siteUrl,
        Email: email,
        NewEmail: newEmail,
      };
      const html = renderTemplate(source, values);
      if (sendBySmtp) return sendBySmtp({ to, subject, html, text: plainText(html) });
      const mail = await mailStore.add({ to, subject, html, text: plainText(html), link: linkOf(html) });
      progress(
        isLocalSite(siteUrl)
          ? `e-mail para ${to}: "${subject}" ${mail.link ?? ""}`
          : `e-mail guardado na caixa local: "${subject}"`,
      );
    },
  };
}

type ChangeDetails = { tokenNew?: string; tokenHashNew?: string; currentEmail?: string; newEmail?: string };

/** Adapts the mailer to Supabase Lite's interface. */
export function libraryMailer(mailer: Mailer): LibraryMailer {
  const calls = {
    sendConfirmation: (to: string, codeHash: string, code: string) =>
      mailer.send({ template: "confirmation", to, codeHash, code }),
    sendMagicLink: (to: string, codeHash: string, code: string) =>
      mailer.send({ template: "magic_link", to, codeHash, code }),
    sendRecovery: (to: string, codeHash: string, code: string) =>
      mailer.send({ template: "recovery", to, codeHash, code }),
    /** Mails both addresses; Supabase Lite alone would never mail the new one. */
    async sendEmailChange(to: string, codeHash: string, code: string, details: ChangeDetails = {}) {
      const { currentEmail: email, newEmail } = details;
      await mailer.send({ template: "email_change", to, codeHash, code, email, newEmail });
      if (!details.tokenHashNew || !details.tokenNew || !newEmail) return;
      await mailer.send({
        template: "email_change",
        to: newEmail,
        codeHash: details.tokenHashNew,
        code: details.tokenNew,
        email,
        newEmail,
      });
    },
  };
  return calls as unknown as LibraryMailer;
}
