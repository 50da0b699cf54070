import { Link } from "@/components/ui/link";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { Button } from "@/components/ui/button";
import { SignPlate } from "@/components/ui/sign-plate";
import { ResendButton } from "@/components/accounts/accounts/resend-button";
import { SignOutForm } from "@/components/accounts/accounts/sign-out-form";
import { TextLink } from "@/components/accounts/accounts/text-link";
import { withNext } from "@/lib/accounts/accounts/rules";
import { formatDay } from "@/lib/platform/format";
import { localePath } from "@/lib/platform/i18n/routing";
import type { OwnSeller } from "@/lib/commerce/sellers/queries";
import type { SellerStatus } from "@/lib/commerce/sellers/rules";

const KIND = { pending: "warning", active: "route", suspended: "attraction", rejected: "attraction" } as const;

/** Status of an application as text, with the next step. */
export async function ApplicationStatus({ seller }: { seller: OwnSeller }) {
  const t = await getTranslations("commerce/sellers.status");
  const locale = await getLocale();
  const status = seller.status as SellerStatus;
  return (
    <SignPlate as="section" kind={KIND[status]} className="mb-5 grid gap-2 p-7">
      <h2 className="text-3xl">{t(`${status}.title`)}</h2>
      <p>{t(`${status}.lead`, { date: formatDay(seller.created_at, locale) })}</p>
      {seller.status_note && status !== "active" && status !== "pending" && (
        <p className="font-semibold wrap-anywhere">{t("reason", { reason: seller.status_note })}</p>
      )}
      {status === "active" && (
        <Link
          href={localePath(locale, "/vendedor/dashboard")}
          className="inline-flex min-h-11 w-fit items-center font-display text-xl underline underline-offset-4"
        >
          {t("dashboard")}
        </Link>
      )}
    </SignPlate>
  );
}

/**
 * What is missing before the application can be sent: an account, or the confirmation of its address. `email` is null
 * for a visitor and empty for an account with a phone number only.
 */
export async function SignInRequired({ email }: { email: string | null }) {
  const [t, locale, { "accounts/accounts": accounts }] = [
    await getTranslations("commerce/sellers.account"),
    await getLocale(),
    await getMessages(),
  ];
  const page = localePath(locale, "/vendedor/cadastro");
  return (
    <div className="mb-5 grid gap-3 rounded-xl bg-raised p-4">
      <p className="wrap-anywhere">{email ? t("unverified", { email }) : t(email === null ? "missing" : "noEmail")}</p>
      {email && <ResendButton texts={accounts.panel.email} formContext={{ locale, next: page }} />}
      {email === null && (
        <p className="flex flex-wrap gap-x-5">
          <TextLink href={withNext(localePath(locale, "/register-user"), page)}>{t("signUp")}</TextLink>
          <TextLink href={withNext(localePath(locale, "/login"), page)}>{t("signIn")}</TextLink>
        </p>
      )}
      {email === "" && <SignOut />}
    </div>
  );
}

async function SignOut() {
  const t = await getTranslations("site/layout.account");
  return (
    <SignOutForm confirmUnsent={t("unsentLog")} confirmUnsaved={t("unsavedForms")}>
      <Button type="submit" variant="outline">
        {t("signOut")}
      </Button>
    </SignOutForm>
  );
}
