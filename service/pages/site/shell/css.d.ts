// Style sheets of libraries, taken as text into a shadow root.

declare module "*.css" {
  const text: string;
  export default text;
}
