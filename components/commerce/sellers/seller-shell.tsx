import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { ProofHost } from "@/components/accounts/accounts/proof-host";
import { SignOutForm } from "../../accounts/accounts/sign-out-form";
import { localePath } from "@/lib/platform/i18n/routing";
import { NavLink } from "../../site/layout/nav-link";
import { ThemeToggle } from "../../ui/theme-toggle";
import { Logo } from "../../ui/logo";

const LINKS = [
  ["/vendedor/dashboard", "dashboard"],
  ["/vendedor/nova-venda", "newSale"],
  ["/vendedor/relatorios", "reports"],
  ["/vendedor/perfil", "profile"],
  ["/vendedor/configuracoes", "settings"],
] as const;

/** 'Portal do Vendedor': greeting, sidebar (a bottom bar on phones) and sign-out. */
export async function SellerShell({ username, children }: { username: string; children: ReactNode }) {
  const t = await getTranslations("commerce/sellers");
  const layout = await getTranslations("site/layout");
  const locale = await getLocale();
  return (
    <div className="flex min-h-dvh flex-col lg:pl-56">
      <aside className="z-20 border-line bg-surface max-lg:order-last max-lg:sticky max-lg:bottom-0 max-lg:border-t lg:fixed lg:inset-y-0 lg:left-0 lg:w-56 lg:border-r">
        <Link
          href={localePath(locale, "/home")}
          className="hidden h-16 items-center gap-2 border-b border-line px-4 lg:flex"
        >
          <Logo className="size-9" />
          <span className="font-display text-2xl">{t("role")}</span>
        </Link>
        <nav aria-label={t("menu")} className="flex overflow-x-auto p-2 lg:grid lg:gap-1 lg:p-3">
          {LINKS.map(([path, key]) => (
            <NavLink
              key={path}
              href={localePath(locale, path)}
              label={t(`nav.${key}`)}
              className="flex min-h-11 items-center whitespace-nowrap rounded-lg px-3 hover:bg-raised aria-[current]:bg-primary aria-[current]:text-primary-ink"
            />
          ))}
        </nav>
      </aside>
      <header className="sticky top-0 z-30 flex h-16 items-center gap-3 border-b border-line bg-surface px-4">
        <p className="font-display text-xl leading-tight sm:text-2xl">{t("portal")}</p>
        <p className="ml-auto truncate text-muted">{t("greeting", { username: username || t("role") })}</p>
        <ThemeToggle label={layout("theme")} />
        <SignOutForm
          confirmUnsavedSale={t("confirmSignOut")}
          confirmUnsent={layout("account.unsentLog")}
          confirmUnsaved={layout("account.unsavedForms")}
        >
          <button className="h-11 rounded-lg px-3 font-semibold hover:bg-raised">{t("signOut")}</button>
        </SignOutForm>
      </header>
      <ProofHost />
      {children}
    </div>
  );
}
