import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { AccountPage } from "@/components/accounts/account-page";
import { LoginPanel } from "@/components/accounts/login-panel";
import { NoticeOnce } from "@/components/accounts/notice-once";
import { TextLink } from "@/components/accounts/text-link";
import { doorTarget, single, withNext, type Door } from "@/lib/accounts/rules";
import { offersPhone } from "@/lib/accounts/service";
import { currentAccount } from "@/lib/platform/auth/account";
import { env } from "@/lib/platform/env";
import { localePath } from "@/lib/platform/i18n/routing";

export type SearchParams = Promise<Record<string, string | string[] | undefined>>;

const SECTION = { traveller: "login", admin: "adminLogin", seller: "sellerLogin" } as const satisfies Record<Door, string>;

export async function doorMetadata(door: Door): Promise<Metadata> {
  const t = await getTranslations(`accounts.${SECTION[door]}`);
  return { title: `${t("title")} | LACAMBECHE`, robots: { index: false } };
}

/** The sign-in page of an area; signed-in visitors are redirected, and the access check of the next page decides. */
export async function LoginDoor({ door, searchParams }: { door: Door; searchParams: SearchParams }) {
  const [params, locale, { accounts: texts }] = await Promise.all([searchParams, getLocale(), getMessages()]);
  const next = single(params.next);
  if (await currentAccount().catch(() => null)) redirect(doorTarget(door, next, locale));
  const { title, lead } = texts[SECTION[door]];
  const reason = params.oauth === "denied" ? texts.login.oauthDenied : texts.login.oauthFailed;
  return (
    <AccountPage title={title} lead={lead}>
      <LoginPanel
        texts={{ login: texts.login, code: texts.code, phone: texts.phone, factor: texts.factor, link: texts.link, form: texts.form, validation: texts.validation }}
        journey={{ door, locale, next }}
        offers={{ google: env.AUTH_GOOGLE_ENABLED && door === "traveller", phone: await offersPhone() }}
        links={{
          recovery: withNext(localePath(locale, "/forgot-password"), next),
          signUp: door === "traveller" ? withNext(localePath(locale, "/register-user"), next) : null,
        }}
      />
      {door === "seller" && (
        <p className="mt-5">
          {texts.sellerLogin.apply} <TextLink href={localePath(locale, "/vendedor/cadastro")}>{texts.sellerLogin.applyLink}</TextLink>
        </p>
      )}
      {single(params.oauth) && (
        <NoticeOnce param="oauth" notice={{ code: "oauth.failed", values: { provider: "Google", reason }, variant: "destructive" }} />
      )}
    </AccountPage>
  );
}
