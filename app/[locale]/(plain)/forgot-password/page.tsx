import type { Metadata } from "next";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { AccountPage } from "@/components/accounts/account-page";
import { MailForm } from "@/components/accounts/mail-form";
import { TextLink } from "@/components/accounts/text-link";
import { requestRecoveryAction } from "@/lib/accounts/actions";
import { single, withNext } from "@/lib/accounts/rules";
import { localePath } from "@/lib/platform/i18n/routing";
import type { SearchParams } from "../login/login-door";

export const dynamic = "force-dynamic";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("accounts.recovery");
  return { title: `${t("title")} | LACAMBECHE`, robots: { index: false } };
}

export default async function ForgotPasswordPage({ searchParams }: { searchParams: SearchParams }) {
  const [params, locale, { accounts: texts }] = await Promise.all([searchParams, getLocale(), getMessages()]);
  const next = single(params.next);
  return (
    <AccountPage title={texts.recovery.title} lead={texts.recovery.lead}>
      <MailForm action={requestRecoveryAction} texts={texts.recovery} validation={texts.validation} journey={{ locale, next }} />
      <p className="mt-5">
        <TextLink href={withNext(localePath(locale, "/login"), next)}>{texts.recovery.back}</TextLink>
      </p>
    </AccountPage>
  );
}
