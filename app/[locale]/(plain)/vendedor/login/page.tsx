import { doorMetadata, LoginDoor, type SearchParams } from "../../login/login-door";

export const dynamic = "force-dynamic";

export const generateMetadata = () => doorMetadata("seller");

export default function SellerLoginPage({ searchParams }: { searchParams: SearchParams }) {
  return <LoginDoor door="seller" searchParams={searchParams} />;
}
