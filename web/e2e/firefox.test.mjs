// The pages in Firefox: the tests of the first page, of play and of the other pages once more, without what WebDriver
// BiDi cannot do yet (touch, files that are saved, a network that is cut).
process.env.STOCKADE_BROWSER = 'firefox';
for (const name of ['home', 'play', 'pages']) await import(`./${name}.test.mjs`);
