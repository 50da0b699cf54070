import { getLocale, getMessages, getTranslations } from "next-intl/server";
import type { StoredLink } from "@/lib/events/publishing/links/queries";
import { storedLinkState } from "@/lib/events/publishing/links/rules";
import { formatDay } from "@/lib/platform/format";
import { InviteForm } from "./invite-form";
import { RevokeLink } from "./revoke-link";

type Props = { links: readonly StoredLink[]; now: Date };

/** Invites organisers without an account and lists the links made so far. */
export async function PublishLinks({ links, now }: Props) {
  const t = await getTranslations("events/publishing.invite");
  const locale = await getLocale();
  const { "events/publishing": texts } = await getMessages();
  return (
    <details className="rounded-xl border border-line bg-surface p-4">
      <summary className="min-h-11 cursor-pointer content-center font-display text-xl">{t("title")}</summary>
      <div className="mt-3 grid gap-5">
        <p className="text-muted">{t("lead")}</p>
        <InviteForm texts={texts.invite} validation={texts.validation} optional={texts.form.optional} locale={locale} />
        {links.length > 0 && (
          <ul className="grid gap-2">
            {links.map((link) => (
              <LinkRow key={link.id} link={link} now={now} />
            ))}
          </ul>
        )}
      </div>
    </details>
  );
}

async function LinkRow({ link, now }: { link: StoredLink; now: Date }) {
  const [t, locale] = [await getTranslations("events/publishing.invite"), await getLocale()];
  const state = storedLinkState(link, now.getTime());
  const facts = [
    t(`states.${state}`),
    link.state_abbr,
    t("used", { used: link.used, max: link.max_uses }),
    t("until", { date: formatDay(link.expires_at, locale, "long") }),
    link.publishes_directly && t("isDirect"),
  ];
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-2">
      <div>
        <p className="font-semibold wrap-anywhere">{link.label}</p>
        <p className="text-sm text-muted">{facts.filter(Boolean).join(" · ")}</p>
      </div>
      {state !== "revoked" && (
        <RevokeLink id={link.id} label={t("revoke")} name={link.label} confirm={t("confirmRevoke")} />
      )}
    </li>
  );
}
