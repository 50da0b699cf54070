import type { Metadata } from "next";
import Link from "next/link";
import { getLocale, getTranslations } from "next-intl/server";
import { SellerShell } from "@/components/sellers/seller-shell";
import { SignPlate } from "@/components/ui/sign-plate";
import { requireAccount } from "@/lib/platform/auth/guard";
import { localePath } from "@/lib/platform/i18n/routing";

export const dynamic = "force-dynamic";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("sellers");
  return { title: `${t("portal")} | LACAMBECHE`, robots: { index: false } };
}

export default async function SellerDashboardPage() {
  const account = await requireAccount("/vendedor/dashboard");
  const t = await getTranslations("sellers.dashboard");
  return (
    <SellerShell username={account.username}>
      <main id="conteudo" className="grid grow content-start gap-5 p-4 sm:p-6">
        <h1 className="display-2">{t("title")}</h1>
        <SignPlate kind="warning" className="max-w-2xl">
          <p className="text-lg">{t("lead")}</p>
        </SignPlate>
        <Link href={localePath(await getLocale(), "/home")} className="inline-flex h-12 w-fit items-center rounded-xl bg-primary px-5 font-semibold text-primary-ink">
          {t("site")}
        </Link>
      </main>
    </SellerShell>
  );
}
