import { UnderConstruction } from "@/components/commerce/sellers/under-construction";
import { requireAccount } from "@/lib/platform/auth/guard";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

export const dynamic = "force-dynamic";

export const generateMetadata = unlistedMetadata("commerce/sellers.nav", "settings");

export default async function SellerSettingsPage() {
  const { username } = await requireAccount("/vendedor/configuracoes");
  return <UnderConstruction page="settings" username={username} />;
}
