import { loginMetadata, LoginContent, type SearchParams } from "../../login/login-content";

export const dynamic = "force-dynamic";

export const generateMetadata = () => loginMetadata("admin");

export default function AdminLoginPage({ searchParams }: { searchParams: SearchParams }) {
  return <LoginContent area="admin" searchParams={searchParams} />;
}
