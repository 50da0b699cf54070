import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { UnderConstruction } from "@/components/commerce/sellers/under-construction";
import { requireAccount } from "@/lib/platform/auth/guard";

export const dynamic = "force-dynamic";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("commerce/sellers.nav");
  return { title: `${t("profile")} | LACAMBECHE`, robots: { index: false } };
}

export default async function SellerProfilePage() {
  const { username } = await requireAccount("/vendedor/perfil");
  return <UnderConstruction page="profile" username={username} />;
}
