import { UnderConstruction } from "@/components/commerce/sellers/under-construction";
import { requireAccount } from "@/lib/platform/auth/guard";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

export const dynamic = "force-dynamic";

export const generateMetadata = unlistedMetadata("commerce/sellers.nav", "reports");

export default async function SellerReportsPage() {
  const { username } = await requireAccount("/vendedor/relatorios");
  return <UnderConstruction page="reports" username={username} />;
}
