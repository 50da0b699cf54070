import { redirect } from "next/navigation";
import { getLocale, getMessages } from "next-intl/server";
import { AccountTexts } from "@/components/accounts/accounts/account-texts";
import { FormTexts } from "@/components/form/form-texts";
import { AccountPage } from "@/components/accounts/accounts/account-page";
import { ConfirmForm } from "@/components/accounts/accounts/confirm-form";
import { pathOfReturn, single } from "@/lib/accounts/accounts/rules";
import { env } from "@/lib/platform/env";
import { DEFAULT_LOCALE, localePath, splitPath } from "@/lib/platform/i18n/routing";
import type { SearchParams } from "../../login/login-content";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

export const dynamic = "force-dynamic";

export const generateMetadata = unlistedMetadata("accounts/accounts.confirm", "title", { referrer: "no-referrer" });

/** Target of the links in our e-mails; opening the page does not use the link up because mail scanners open every link. */
export default async function ConfirmPage({ searchParams }: { searchParams: SearchParams }) {
  const [params, locale, { "accounts/accounts": texts }] = await Promise.all([
    searchParams,
    getLocale(),
    getMessages(),
  ]);
  const link = { tokenHash: single(params.token_hash) ?? "", type: single(params.type) ?? "" };
  const next = pathOfReturn(single(params.next), env.NEXT_PUBLIC_SITE_URL);
  // E-mails contain the address without a locale; the language is in `next`.
  const nextLocale = next ? splitPath(next).locale : locale;
  if (next && nextLocale !== locale && locale === DEFAULT_LOCALE) {
    redirect(
      localePath(
        nextLocale,
        `/auth/confirm?${new URLSearchParams({ token_hash: link.tokenHash, type: link.type, next })}`,
      ),
    );
  }
  const { confirm, recovery, validation } = texts;
  return (
    <AccountPage title={confirm.title} lead={link.type === "recovery" ? confirm.recoveryLead : confirm.lead}>
      <AccountTexts value={{ confirm, link: texts.link, recovery }}>
        <FormTexts value={validation}>
          <ConfirmForm link={link} formContext={{ locale, next }} />
        </FormTexts>
      </AccountTexts>
    </AccountPage>
  );
}
