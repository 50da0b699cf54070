import { CalendarPlus, CircleUserRound, LogOut } from "lucide";
import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import { SignOutForm } from "../../accounts/accounts/sign-out-form";
import { PASSPORT_PATH } from "@/lib/guide/passport/rules";
import { FAVOURITES_PATH } from "@/lib/guide/favourites/rules";
import { localePath } from "@/lib/platform/i18n/routing";
import { Icon } from "@/components/ui/icon";
import { buttonClass } from "@/components/ui/button-class";
import { ScriptText } from "@/components/ui/script-text";

const ITEM = "flex min-h-11 w-full items-center rounded-lg px-3 text-left hover:bg-raised";

/**
 * Static HTML of both versions (signed in and signed out): an inline script in the head shows the right one before first
 * paint, and the page script calls `/api/session` only when the hint cookie is set.
 */
export async function AccountMenu({ uf }: { uf: string | null }) {
  const t = await getTranslations("site/layout");
  const locale = await getLocale();
  const to = (path: string) => localePath(locale, path);
  const roleLink = (role: "staff" | "admin" | "seller", path: string, label: string) => (
    <Link href={to(path)} className={ITEM} data-role-link={role} hidden>
      {label}
    </Link>
  );
  return (
    <>
      <Link
        href={to(uf ? `/${uf}/publicar-evento` : "/publicar-evento")}
        data-role-link="admin"
        hidden
        className="hidden h-10 shrink-0 items-center gap-1 whitespace-nowrap rounded-lg bg-faixa px-3 font-display text-lg text-faixa-ink lg:flex lg:[&[hidden]]:hidden"
      >
        <Icon of={CalendarPlus} className="size-5" />
        {t("nav.createEvent")}
      </Link>
      <Link
        data-anonymous
        href={to("/login")}
        className={buttonClass({ look: "primary", font: "sign", className: "h-11" })}
      >
        {t("nav.login")}
      </Link>
      <div data-signed-in>
        <button
          type="button"
          popoverTarget="account-menu"
          className="relative grid size-11 place-items-center rounded-lg hover:bg-raised"
          aria-label={t("account.menu")}
        >
          <Icon of={CircleUserRound} className="size-6" />
          <ScriptText
            data-unread-count
            className="absolute right-0 top-0 rounded-full bg-faixa px-1.5 text-xs text-faixa-ink tabular empty:hidden"
          />
        </button>
        <div
          id="account-menu"
          popover="auto"
          className="fixed inset-auto right-3 top-16 mt-1 w-60 rounded-xl border-2 border-line bg-surface p-2 text-text shadow-lg"
        >
          <ScriptText data-account-name className="block truncate px-3 py-2 text-sm text-muted" />
          <Link href={to("/painel")} className={ITEM}>
            {t("account.panel")}
          </Link>
          <Link href={to("/painel#avisos")} className={ITEM}>
            {t("account.notices")}{" "}
            <ScriptText
              data-unread-count
              className="ml-auto rounded-full bg-faixa px-2 text-sm text-faixa-ink tabular empty:hidden"
            />
          </Link>
          <Link href={to(PASSPORT_PATH)} className={ITEM}>
            {t("account.passport")}
          </Link>
          <Link href={to(FAVOURITES_PATH)} className={ITEM}>
            {t("account.favourites")}
          </Link>
          {roleLink("staff", "/admin", t("account.admin"))}
          {roleLink("seller", "/vendedor/dashboard", t("account.seller"))}
          <SignOutForm confirmUnsent={t("account.unsentLog")} confirmUnsaved={t("account.unsavedForms")}>
            <button className={`${ITEM} mt-1 gap-2 rounded-t-none border-t border-line text-danger`}>
              <Icon of={LogOut} className="size-5" />
              {t("account.signOut")}
            </button>
          </SignOutForm>
        </div>
      </div>
    </>
  );
}
