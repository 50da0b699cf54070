import { loginMetadata, LoginContent, type SearchParams } from "./login-content";

export const dynamic = "force-dynamic";

export const generateMetadata = () => loginMetadata("traveller");

export default function LoginPage({ searchParams }: { searchParams: SearchParams }) {
  return <LoginContent area="traveller" searchParams={searchParams} />;
}
