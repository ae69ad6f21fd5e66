import js from '@eslint/js';

// Ways to turn text into markup or code: the page shows what bots say, so none of them is ever used.
const markup = ['innerHTML', 'outerHTML', 'insertAdjacentHTML', 'write', 'writeln', 'srcdoc', 'setHTMLUnsafe'];

export default [
  { ignores: ['**/node_modules/**', '**/src/**', '**/tests/**'] },
  js.configs.recommended,
  {
    files: ['**/*.js', '**/*.mjs'],
    languageOptions: { ecmaVersion: 2024, sourceType: 'module' },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      // The type checker knows the names of browser and Node.
      'no-undef': 'off',
      'no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      'no-restricted-properties': ['error', ...markup.map((property) => ({ property, message: 'Build elements with el().' }))],
      'no-restricted-globals': ['error', { name: 'event', message: 'Take it as an argument.' }],
      'no-eval': 'error',
      'no-implied-eval': 'error',
      'no-new-func': 'error',
      'no-var': 'error',
      'prefer-const': 'error',
      eqeqeq: 'error',
      'no-console': 'error',
      'object-shorthand': 'error',
    },
  },
  { files: ['**/web-test/**'], rules: { 'no-console': 'off' } },
];
