import { UnderConstruction } from "@/components/commerce/sellers/under-construction";
import { requireAccount } from "@/lib/platform/auth/guard";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

export const dynamic = "force-dynamic";

export const generateMetadata = unlistedMetadata("commerce/sellers.nav", "profile");

export default async function SellerProfilePage() {
  const { username } = await requireAccount("/vendedor/perfil");
  return <UnderConstruction page="profile" username={username} />;
}
