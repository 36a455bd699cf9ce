/** The tests use a Chromium of the machine: no browser is downloaded at install. */
module.exports = { skipDownload: true };
