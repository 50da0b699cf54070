import { loginMetadata, LoginContent, type SearchParams } from "../../login/login-content";

export const dynamic = "force-dynamic";

export const generateMetadata = () => loginMetadata("seller");

export default function SellerLoginPage({ searchParams }: { searchParams: SearchParams }) {
  return <LoginContent area="seller" searchParams={searchParams} />;
}
